//! How a rule is written does not matter: each of these puzzles is searched as fast in every spelling of its rule.

use crate::common;

/// A puzzle, and a rule of it in several spellings.
struct Rule {
    name: &'static str,
    /// The variables, and where the rule holds.
    board: &'static str,
    /// The name of the rule and what it speaks of.
    head: &'static str,
    spellings: &'static [&'static str],
}

const RULES: [Rule; 11] = [
    Rule {
        name: "two of three in a line are alike",
        board: r#"include "nvalue.mzn";
int: n=5;
array[1..n,1..n] of var 1..3: g;
constraint forall(i in 1..n, j in 1..n-2)(rule(g[i,j],g[i,j+1],g[i,j+2])) /\ forall(i in 1..n-2, j in 1..n)(rule(g[i,j],g[i+1,j],g[i+2,j]));
constraint forall(i in 1..n-2,j in 1..n-2)(rule(g[i,j],g[i+1,j+1],g[i+2,j+2]) /\ rule(g[i+2,j],g[i+1,j+1],g[i,j+2])) /\ g[1,1]=1 /\ g[1,3]=2;"#,
        head: r"rule(var int: x, var int: y, var int: z)",
        spellings: &[
            r"nvalue(2,[x,y,z])",
            r"(x=y /\ y!=z) \/ (x=z /\ y!=z) \/ (y=z /\ x!=y)",
            r"bool2int(x=y)+bool2int(y=z)+bool2int(x=z)=1",
            r"not (x=y /\ y=z) /\ not (x!=y /\ y!=z /\ x!=z)",
            r"if x=y then y!=z else x=z \/ y=z endif",
            r"(x=y -> y!=z) /\ (x!=y -> (x=z xor y=z))",
            r"not ((x=y <-> y=z) /\ (x=y <-> x=z))",
            r"let {var bool: a = (x=y); var bool: b = (y=z); var bool: c = (x=z)} in (a \/ b \/ c) /\ not (a /\ b)",
        ],
    },
    Rule {
        name: "neighbours are two apart",
        board: r#"include "table.mzn";
int: n=4;
array[1..n,1..n] of var 1..5: g;
constraint forall(i in 1..n, j in 1..n-1)(rule(g[i,j],g[i,j+1])) /\ forall(i in 1..n-1, j in 1..n)(rule(g[i,j],g[i+1,j]));
constraint forall(i in 1..n)(g[i,1]+g[i,3]!=g[i,2]+g[i,4]) /\ g[1,1]=2 /\ g[2,3]=3;"#,
        head: r"rule(var int: x, var int: y)",
        spellings: &[
            r"abs(x-y)>=2",
            r"x-y>=2 \/ y-x>=2",
            r"not(x=y) /\ not(x=y+1) /\ not (y=x+1)",
            r"if x<y then y-x>1 else x-y>1 endif",
            r"not (x-y in -1..1)",
            r"x != y /\ (x > y -> x > y+1) /\ (y > x -> y > x+1)",
            r"table([x,y],[|1,3|1,4|1,5|2,4|2,5|3,1|3,5|4,1|4,2|5,1|5,2|5,3|])",
            r"exists(a in 1..5, b in 1..5 where abs(a-b)>=2)(x=a /\ y=b)",
            r"forall(a in 1..5)(x=a -> y in {b | b in 1..5 where abs(a-b)>=2})",
            r"(x-y)*(x-y)>=4",
        ],
    },
    Rule {
        name: "one star in a row",
        board: r#"include "exactly.mzn"; include "at_most1.mzn";
int: n=7;
array[1..n,1..n] of var bool: g;
constraint forall(i in 1..n)(rule(row(g,i)) /\ rule(col(g,i))) /\ forall(i in 1..n-1,j in 1..n-1)(not (g[i,j] /\ g[i+1,j+1]) /\ not (g[i+1,j] /\ g[i,j+1]));"#,
        head: r"rule(array[int] of var bool: s)",
        spellings: &[
            r"sum(i in index_set(s))(bool2int(s[i]))=1",
            r"exists(s) /\ forall(i,j in index_set(s) where i<j)(not (s[i] /\ s[j]))",
            r"exists(i in index_set(s))(s[i] /\ forall(j in index_set(s) where j!=i)(not s[j]))",
            r"exists(s) /\ forall(i,j in index_set(s) where i<j)(s[i] -> not s[j])",
            r"count(s,true)=1",
            r"sum(i in index_set(s))(if s[i] then 1 else 0 endif)=1",
            r"exists(s) /\ sum(s)<=1",
            r"not (sum(s)=0 \/ sum(s)>=2)",
        ],
    },
    Rule {
        name: "no three in a line are alike",
        board: r#"include "nvalue.mzn";
int: n=6;
array[1..n,1..n] of var bool: g;
constraint forall(i in 1..n, j in 1..n-2)(rule(g[i,j],g[i,j+1],g[i,j+2])) /\ forall(i in 1..n-2, j in 1..n)(rule(g[i,j],g[i+1,j],g[i+2,j]));
constraint forall(i in 1..n)(sum(row(g,i))=3 /\ sum(col(g,i))=3) /\ g[1,1] /\ g[2,2] /\ g[4,4];"#,
        head: r"rule(var bool: x, var bool: y, var bool: z)",
        spellings: &[
            r"not (x=y /\ y=z)",
            r"x!=y \/ y!=z",
            r"sum([x,y,z]) in 1..2",
            r"(x \/ y \/ z) /\ not (x /\ y /\ z)",
            r"bool2int(x)+bool2int(y)+bool2int(z) >= 1 /\ bool2int(x)+bool2int(y)+bool2int(z) <= 2",
            r"if x then not y \/ not z else y \/ z endif",
            r"(x xor y) \/ (y xor z)",
            r"not (x /\ y /\ z) /\ not (not x /\ not y /\ not z)",
        ],
    },
    Rule {
        name: "of two neighbours one is the double",
        board: r"int: n=4;
array[1..n,1..n] of var 1..8: g;
constraint forall(i in 1..n, j in 1..n-1)(rule(g[i,j],g[i,j+1])) /\ forall(i in 1..n-1, j in 1..n)(rule(g[i,j],g[i+1,j]));
constraint g[1,1]+g[4,4]=5;",
        head: r"rule(var int: x, var int: y)",
        spellings: &[
            r"x=2*y \/ y=2*x",
            r"if x>y then x=2*y else y=2*x endif",
            r"exists(a in 1..4)((x=a /\ y=2*a) \/ (y=a /\ x=2*a))",
            r"(x>y -> x=2*y) /\ (y>=x -> y=2*x)",
            r"not (x!=2*y /\ y!=2*x)",
            r"x*2=y \/ x=y+y",
            r"max(x,y)=2*min(x,y)",
        ],
    },
    Rule {
        name: "no two neighbours are red",
        board: r#"include "table.mzn";
int: n=4;
array[1..n,1..n] of var 1..3: g;
constraint forall(i in 1..n, j in 1..n-1)(rule(g[i,j],g[i,j+1])) /\ forall(i in 1..n-1, j in 1..n)(rule(g[i,j],g[i+1,j]));
constraint sum(i,j in 1..n)(bool2int(g[i,j]=1))=8 /\ g[1,2]!=1 /\ forall(i in 1..n)(g[i,1]+g[i,2]+g[i,3]+g[i,4]>=6);"#,
        head: r"rule(var int: x, var int: y)",
        spellings: &[
            r"x=1 -> y in {2,3}",
            r"not (x=1) \/ y=2 \/ y=3",
            r"x!=1 \/ y!=1",
            r"not (x=1 /\ y=1)",
            r"if x=1 then y>=2 else true endif",
            r"x+y>2",
            r"x*y!=1",
            r"(y=1) -> x in 2..3",
            r"bool2int(x=1)+bool2int(y=1)<=1",
            r"(x=1) != (x!=1 \/ y=1) \/ x != 1",
        ],
    },
    Rule {
        name: "the middle lies between",
        board: r"int: n=4;
array[1..n,1..n] of var 1..8: g;
constraint forall(i in 1..n, j in 1..n-2)(rule(g[i,j],g[i,j+1],g[i,j+2])) /\ forall(i in 1..n-2, j in 1..n)(rule(g[i,j],g[i+1,j],g[i+2,j]));
constraint g[1,4]=1;",
        head: r"rule(var int: x, var int: y, var int: z)",
        spellings: &[
            r"(x<y /\ y<z) \/ (x>y /\ y>z)",
            r"(y-x)*(z-y)>0",
            r"if x<y then y<z else x>y /\ y>z endif",
            r"(x<y <-> y<z) /\ (x>y <-> y>z) /\ x!=y",
            r"x!=y /\ y!=z /\ (x<y <-> y<z)",
            r"not (x>=y /\ y>=x) /\ (x<y -> z>y) /\ (x>y -> z<y)",
            r"(y-x>0 /\ z-y>0) xor (y-x<0 /\ z-y<0)",
        ],
    },
    Rule {
        name: "no two are the same",
        board: r#"include "alldifferent.mzn";include "nvalue.mzn";
int: n=8;
array[1..n] of var 1..n: q;
constraint rule(q) /\ rule([q[i]+i|i in 1..n]) /\ rule([q[i]-i|i in 1..n]);"#,
        head: r"rule(array[int] of var int: s)",
        spellings: &[
            r"alldifferent(s)",
            r"forall(i,j in index_set(s) where i<j)(s[i]!=s[j])",
            r"forall(i,j in index_set(s) where i<j)(not (s[i]=s[j]))",
            r"forall(i,j in index_set(s) where i<j)(s[i]<s[j] \/ s[i]>s[j])",
            r"forall(i,j in index_set(s) where i<j)(s[i]-s[j]!=0)",
            r"forall(i,j in index_set(s) where i<j)(abs(s[i]-s[j])>=1)",
            r"nvalue(length(s),s)",
        ],
    },
    Rule {
        name: "every value once",
        board: r#"include "alldifferent.mzn";include "global_cardinality.mzn";
int: n=5;
array[1..n,1..n] of var 1..n: g;
constraint forall(i in 1..n)(rule(row(g,i)) /\ rule(col(g,i)) /\ g[1,i]=i /\ g[i,1]=i) /\ rule([g[i,i]|i in 1..n]);"#,
        head: r"rule(array[int] of var int: s)",
        spellings: &[
            r"alldifferent(s)",
            r"forall(i,j in index_set(s) where i<j)(s[i]!=s[j])",
            r"forall(v in 1..n)(sum(i in index_set(s))(bool2int(s[i]=v))=1)",
            r"forall(v in 1..n)(exists(i in index_set(s))(s[i]=v))",
            r"global_cardinality(s,1..n,[1|v in 1..n])",
            r"forall(v in 1..n)(count(s,v)=1)",
            r"forall(v in 1..n)(sum(i in index_set(s))(bool2int(s[i]=v))<=1)",
        ],
    },
    Rule {
        name: "an odd number",
        board: r"int: n=4;
array[1..n,1..n] of var bool: g;
constraint forall(i in 1..n-1,j in 1..n-1)(rule([g[i,j],g[i,j+1],g[i+1,j],g[i+1,j+1]]));",
        head: r"rule(array[int] of var bool: s)",
        spellings: &[
            r"xorall(s)",
            r"sum(s) mod 2 = 1",
            r"sum(s) in {1,3}",
            r"sum(s)=1 \/ sum(s)=3",
            r"s[1] != (s[2] != (s[3] != s[4]))",
            r"(s[1] xor s[2]) != (s[3] xor s[4])",
            r"(s[1] <-> s[2]) <-> not (s[3] <-> s[4])",
            r"exists(k in {1,3})(sum(i in index_set(s))(bool2int(s[i]))=k)",
        ],
    },
    Rule {
        name: "so many mines around",
        board: r"int: n=5;
array[1..n,1..n] of var bool: g;
array[1..3,1..3] of var 0..9: c;
constraint forall(i in 1..3,j in 1..3)(rule([g[a,b]|a in i..i+2,b in j..j+2],c[i,j])) /\ c[1,1]=2 /\ c[1,3]=7 /\ c[3,1]=3 /\ c[3,3]=1 /\ c[2,2]=4;",
        head: r"rule(array[int] of var bool: s, var int: k)",
        spellings: &[
            r"sum(s)=k",
            r"sum(i in index_set(s))(bool2int(s[i]))=k",
            r"count(s,true)=k",
            r"sum(i in index_set(s))(if s[i] then 1 else 0 endif)=k",
            r"k=length(s)-count(s,false)",
            r"sum(i in index_set(s))(bool2int(not s[i]))=length(s)-k",
            r"forall(v in 0..9)(k=v <-> sum(s)=v)",
        ],
    },
];

/// Trees of the same puzzle may differ by so much, and by a few nodes.
const MUCH: f64 = 1.2;
const FEW: f64 = 10.0;

#[test]
fn every_spelling_is_searched_alike() {
    for rule in RULES {
        let asked: Vec<(String, f64)> = rule.spellings.iter().map(|s| ask(&rule, s)).collect();
        let fewest = asked.iter().map(|asked| asked.1);
        let fewest = fewest.fold(f64::INFINITY, f64::min);
        for (spelling, (count, nodes)) in rule.spellings.iter().zip(&asked) {
            let context = format!("{}, as {spelling}: {count}, {nodes} nodes", rule.name);
            assert_eq!(*count, asked[0].0, "{context}");
            assert!(*nodes <= MUCH * fewest + FEW, "{context}, not {fewest}");
        }
    }
}

/// How many solutions there are, and after how many nodes that is known.
fn ask(rule: &Rule, spelling: &str) -> (String, f64) {
    let Rule { board, head, .. } = rule;
    let model = format!("predicate {head} = {spelling};\n{board}\nsolve satisfy;\n");
    let file = common::file("spelling.mzn", model.as_bytes());
    let counted = common::run(&format!("count {file} --engine search --json")).json();
    assert_eq!(counted["complete"], true, "{model}");
    let nodes = counted["statistics"]["nodes"].as_f64();
    let count = counted["count"].as_str().expect("a number");
    (count.to_owned(), nodes.expect("a number"))
}
