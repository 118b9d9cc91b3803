/**
 * Common passwords. Clients send digests, so the list is compared by digest: each entry as written, capitalised and in
 * upper case. Shorter words are combined with the usual suffixes. Compiled from general knowledge. Entries shorter than
 * the 8 characters that the form requires are left out.
 */
import { digestPassword, type DigestKind } from "./password.ts";

const WHOLE = `
12345678 123456789 1234567890 12345678910 0123456789 0987654321 987654321 87654321 11111111 00000000 22222222 33333333 55555555 66666666 77777777
88888888 99999999 111111111 000000000 1111111111 0000000000 12341234 11223344 12344321 123123123 123321123 147258369 147852369 159357159 741852963
963852741 789456123 456789123 321654987 123454321 1234554321 1122334455 112233445566 13579246 135792468 2468101214 31415926 3141592653 20002000
20202020 19191919 10101010 12121212 13131313 14141414 21212121 99887766 88776655 55667788 78787878 12312312 52013140 5201314520 1314520520 13145201314
woaini1314 woaini520 woaini521 woaini123 woaini1314520 aini1314520 5211314521 wo123456 woaiwojia woshishui iloveyou iloveyou1 iloveyou2 iloveyou123
ilovethis loveyou1 loveyou123 lovelove letmein1 letmein123 trustno1 whatever whatever1 nothing1 password passw0rd p@ssw0rd p@ssword pa55word passwort
motdepasse contrasena senha123 parola123 haslo123 password12345 password123456 password1234 mypassword newpassword changeme changeme1 changeme123
changeit default1 temp1234 test1234 test12345 testtest testing1 testing123 guest123 user1234 admin123 admin1234 admin12345 admin123456 administrator
adminadmin root1234 rootroot toor1234 manager1 master123 welcome1 welcome12 welcome123 welcome1234 login123 hello123 hello1234 helloworld hello12345
qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyuiop123 qwer1234 qwer12345 asdfghjk asdfghjkl asdf1234 asdfasdf
asdfghjkl123 zxcvbnm1 zxcvbnm123 zxcvbnm, zxcv1234 zxczxczxc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx
1qazxsw2 zaq12wsx zaq1zaq1 zaq1xsw2 qazwsxedc qazwsx123 qaz123456 wsxedcrfv 1a2b3c4d a1b2c3d4 a1b2c3d4e5 a1s2d3f4 aa123456 aa12345678 a1234567
a12345678 a123456789 q1234567 q12345678 z1234567 z12345678 w1234567 s1234567 abc12345 abc123456 abc123abc abcd1234 abcd12345 abcde12345 abcdefgh
abcdefg1 abcdefg123 abcdefghi abcdefghij abcabcabc 123abc123 123abc456 1234abcd 12345abc 123456abc 12345678a 123456789a 1234567a 123456aa 123456qq
123456asd 123456qwe 123qweasd 123qweasdzxc 12qwaszx 123asd456 123456789q 123456789z qq123456 qq123456789 asd123456 asd12345 zxc123456 qwe123456
qwe12345 qweasdzxc qweasd123 qweqweqwe wang1234 zhang123 li123456 chen1234 liu12345 yang1234 zhao1234 woaini12 wodemima mima1234 mima123456 meimima123
dragon12 dragon123 monkey12 monkey123 baseball baseball1 football football1 basketball superman superman1 batman123 spiderman pokemon1 pokemon123
starwars starwars1 sunshine sunshine1 princess princess1 princess123 computer computer1 internet internet1 michelle jennifer jessica1 charlie1
charlie123 samantha michael1 daniel123 jordan23 jordan123 ashley12 andrew123 matthew1 anthony1 victoria elizabeth liverpool chelsea1 arsenal1 barcelona
realmadrid juventus manchester corvette mercedes mustang1 ferrari1 porsche1 chocolate butterfly diamond1 crystal1 babygirl babygirl1 lovely123
angel123 angels123 friends1 friendship blink182 metallica slipknot nirvana1 eminem123 freedom1 freedom123 secret12 secret123 shadow12 shadow123
hunter12 hunter123 killer12 killer123 thunder1 tigger12 soccer12 soccer123 hockey12 summer12 winter12 flower12 cookie12 cheese12 banana12 orange12
purple12 yellow12 access14 access123 security security1 alexander alexandra benjamin nicholas 1password password! password1! passw0rd1 passw0rd!
p@ssw0rd1 p@ssw0rd123 p@ssword1 p@ssword123 pass1234 pass12345 pass123456 passpass passpass1 qwerty!@ !@#$%^&* !qaz2wsx !@#qwe123 abc@1234 abc@12345
admin@123 admin@1234 root@1234 test@123 test@1234 user@1234 welcome@1 welcome@123 hello@123 qwer@1234 asdf@1234 aa@123456 a@123456 china123 china1234
china2008 beijing1 beijing2008 beijing123 shanghai shanghai1 shenzhen hangzhou guangzhou hongkong taobao123 alibaba1 alipay123 weixin123 wechat123
tencent1 huawei123 xiaomi123 iphone123 samsung1 google123 facebook facebook1 linkedin youtube1 twitter1 microsoft windows1 windows10 office365 oracle123
mysql123 database server123 cisco123 letmein! monkey1234 master12 football12 portolan portolan1 portolan123 payment1 payment123 merchant merchant1
merchant123 company1 company123 business1 business123 money123 money1234 dollar123 bank1234 bankbank finance1 finance123 zhifumima zhifu123
`;
/** Shorter words that are common with the suffixes in `ENDINGS`. */
const STEMS =
  "password admin welcome qwerty abc123 woaini mima letmein monkey dragon master login hello test user root guest china summer winter spring autumn portolan merchant".split(
    " ",
  );
const ENDINGS = [
  "1",
  "12",
  "123",
  "1234",
  "12345",
  "123456",
  "!",
  "1!",
  "123!",
  "@123",
  "2023",
  "2024",
  "2025",
  "2026",
  "2027",
  "@2024",
  "@2025",
  "@2026",
  "888",
  "666",
  "520",
];
/** Minimum length of a password. Source: specification V29. */
const MIN_LENGTH = 8;

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const listShapes = (word: string) => [word, capitalize(word), word.toUpperCase()];

function list(): string[] {
  const words = [...WHOLE.split(/\s+/), ...STEMS, ...STEMS.flatMap((stem) => ENDINGS.map((ending) => stem + ending))];
  const repeated = Array.from({ length: 36 }, (_, index) => index.toString(36)).flatMap((char) =>
    [8, 9, 10, 12].map((length) => char.repeat(length)),
  );
  return [...new Set([...words, ...repeated].flatMap(listShapes))].filter((word) => word.length >= MIN_LENGTH);
}

const digests = new Map<DigestKind, ReadonlySet<string>>();
function readDigests(kind: DigestKind): ReadonlySet<string> {
  let cached = digests.get(kind);
  if (!cached) digests.set(kind, (cached = new Set(list().map((word) => digestPassword(kind, word)))));
  return cached;
}

/**
 * Returns whether a digest is that of a common password, of the user's email address, or of its local part, alone or
 * with a suffix.
 */
export function isCommon(kind: DigestKind, digest: string, username: string): boolean {
  const own = [username, username.split("@")[0] ?? ""]
    .flatMap((name) => [name, ...ENDINGS.map((ending) => name + ending)])
    .flatMap(listShapes);
  return readDigests(kind).has(digest) || own.some((word) => digestPassword(kind, word) === digest);
}
