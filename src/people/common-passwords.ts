/**
 * What people who guess try first, in lower case. Shorter ones are here as the beginning of longer ones:
 * the rule cuts digits and signs off the end before it looks.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
password passw0rd passwort motdepasse contrasena wachtwoord haslo senha parola pass passe
qwerty qwertyui qwertyuiop azerty azertyuiop qwertz qwertzuiop asdf asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm
qazwsx qazwsxedc wsxedc 1qaz2wsx 1qaz2wsx3edc zaq12wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 qweasd qweasdzxc
abc123 abcd1234 abcdef abcdefg abcdefgh a1b2c3 a1b2c3d4 aa123456 123abc 123qwe 12qwaszx qwe123 asd123 zxc123
iloveyou iloveu ilovegod jetaime teamo loveme lovely loveyou forever always friends friend family
letmein letmeinnow welcome welcome1 bienvenue willkommen bonjour bonjour1 hello helloworld salut hallo
admin administrator administrateur adminadmin root toor rootroot superuser sysadmin system default guest user username
login signin master masterkey manager operator support service server secret topsecret changeme changeit change
test testing tester test1234 testtest temp temporary demo example sample trial
monkey dragon tiger lion eagle falcon panther wolf shark dolphin butterfly unicorn elephant rabbit kitten puppy
chicken turtle spider scorpion phoenix pegasus cheval chaton doudou loulou minou
sunshine moonlight starlight rainbow flower flowers rose sunflower summer winter spring autumn soleil printemps automne
princess prince queen king angel angels devil demon heaven paradise jesus jesuschrist christ blessed blessing faith
superman batman spiderman ironman hulk starwars startrek skywalker darthvader matrix pokemon pikachu naruto mario nintendo playstation
minecraft fortnite roblox warcraft counterstrike callofduty assassin
football soccer baseball basketball hockey tennis golf volleyball rugby liverpool chelsea arsenal manchester barcelona realmadrid
juventus marseille parissaintgermain psgpsg olympique lyonnais
michael michelle jordan jennifer jessica daniel andrew joshua matthew robert thomas charles charlie william george anthony
ashley amanda nicole samantha elizabeth hannah sophie camille julien nicolas alexandre maxime antoine pierre francois
laurent philippe christophe sebastien stephanie veronique caroline isabelle nathalie valerie isabella alexander sebastian
andrea angela barbara catherine christian christine christopher claire david dominique eric florian frederic gabriel
ginger pepper cookie cheese chocolate chocolat banana orange strawberry cherry apple pineapple peanut butter coffee whiskey
vodka champagne pizza burger nutella caramel vanille vanilla
computer internet google googlegoogle facebook twitter instagram snapchat linkedin youtube amazon apple microsoft windows
android samsung iphone nokia blackberry motorola orange vodafone bouygues sfrsfr freefree
mercedes ferrari porsche lamborghini corvette mustang harley yamaha kawasaki toyota renault peugeot citroen volkswagen bmwbmw
london paris newyork berlin madrid amsterdam bruxelles geneve california florida texas america canada france england deutschland
purple yellow silver golden orange crystal diamond diamonds platinum
trustno1 whatever nothing something anything everything nobody somebody incorrect unknown blank
fuckyou fuckme fuckoff asshole bullshit bitch merde putain connard
hunter hunter2 ranger killer warrior soldier captain pirate ninja samurai wizard magic merlin gandalf hobbit
metallica nirvana slipknot beatles eminem rihanna madonna shakira greenday linkinpark
correcthorsebatterystaple correct-horse-battery-staple correct horse battery staple horsebatterystaple
thisismypassword mypassword mypassword1 yourpassword newpassword oldpassword nopassword passwordpassword password123 password1234
password12345 password123456 pass1234 pass12345 pass123456 passpass p@ssw0rd p@ssword motdepasse123 monmotdepasse
qwerty123 qwerty1234 qwerty12345 qwerty123456 azerty123 azerty1234 azerty12345 azerty123456 qwertyqwerty azertyazerty
123456 1234567 12345678 123456789 1234567890 12345678910 123456789012345 012345678 0123456789 987654321 9876543210
123123123 321321321 147258369 159357258 159753456 741852963 963852741 789456123 456789123 1122334455 11223344 12344321
123454321 1234554321 12341234 43214321 10203040 1029384756 102030405060 135792468 246813579 31415926 314159265 31415926535
00000000 11111111 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999
kangourou coucou coucou1 doudou1 loulou1 chouchou bisous amour monamour moncoeur cherie licorne
pa55word pa55w0rd passw0rd1 passw0rd123 admin123 admin1234 admin12345 admin123456 root1234 user1234 guest1234 welcome123 welcome1234
letmein123 changeme123 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 company company123
`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
