/**
 * What people who guess try first, in lower case: whole passwords, words and names in the languages of our
 * readers, and what the calendar and the map are made of. Digits, signs, years and walks along the keys
 * around them are found by rule (password-guesses.ts), so that one word here stands for thousands.
 */

const passwords = `
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
`;

const names = `
aaron abigail adam adrian adrien agathe agnes alain alan albert alberto alejandra alejandro alessandro alex alexa alexia alexis alfred alice
alicia aline alison alyssa amelia amelie amy ana anais andre andreas andres andy angelina angelique anita ann anna annabelle anne annie
antonio april ariane arnaud arthur audrey aurelie aurore austin axel baptiste bastien beatrice ben benedicte benjamin benoit bernard
bertrand beth bianca bill billy bob bobby brad bradley brandon brenda brian brigitte britney brittany bruce bruno bryan caleb cameron camila
carine carl carla carlos carmen carol carole casey cecile cedric celine chantal charlene charlotte chloe chris christelle christina cindy
clara claude claudia claudine clement clementine cody colette colin connor corinne courtney craig curtis cynthia dale damien dan dana
danielle danny darren dave dean deborah debra delphine denis denise dennis derek diana diane didier diego dominic don donald donna doris
dorothy doug douglas dustin dylan eddie edgar eduardo edward elena eleonore eliane elise eliza ellen elodie emilie emily emma emmanuel enzo
erica erik erika ernest estelle esther ethan etienne eugene eva evan evelyn fabien fabienne fabio fabrice fanny felix fernanda fernando
fiona flavie florence francesca francesco francis francisco francoise frank franck frederique gael gaelle gary gaston genevieve geoffrey
georges gerald gerard gilbert gilles giovanni giulia gordon grace greg gregory guillaume gustavo guy harold harry heather hector helen
helene henri henry herve hugo hugues ian ibrahim ines ingrid irene iris isaac isabel isaiah ivan jack jacob jacqueline jacques jake james
jamie jan jane janet janice jason jasmine javier jay jean jeanne jeff jeffrey jenna jenny jeremie jeremy jerome jerry jesse jessie jim jimmy
joan joanna joe joel joelle john johnny jon jonathan jorge jose joseph josephine josh josiane juan judith julia julian juliana julie
juliette julio justin justine karen karim karine karl kate katherine kathleen kathryn kathy katie kayla keith kelly kelsey ken kenneth kevin
kim kimberly kristen kyle laetitia lambert lara larry laura laure laurence lauren laurie lawrence lea leah lena leo leon leonardo leslie
lewis liam lilian lillian lily linda lindsay lionel lisa logan loic louis louise luc luca lucas lucie lucien lucy luis luke lynn mackenzie
madeleine madison mael magali manon manuel marc marcel marco marcus margaret margaux maria mariana marianne marie marilyn marina marion mark
marlene martha martin martine marvin mary mason mateo mathias mathieu mathilde mathis matt matteo matthias matthieu maurice max megan
melanie melissa mia michel micheline miguel mike mikael mireille miriam mohamed mohammed molly monica monique morgan morgane muriel nadia
nadine nancy natalia natalie natasha nathan nathaniel neil nick nina noah noel noemie nora norbert norman oceane olivia olivier oscar pablo
pamela pascal pascale pat patrice patricia patrick paul paula pauline pedro peggy penelope peter phil philip pierrick rachel ralph ramon
randy raoul raphael raymond rebecca regine regis remi renaud rene renee ricardo richard rick rita rob robin rodney roger roland romain roman
ron ronald rosa rosalie roy ruben russell ruth ryan sabine sabrina sacha sally sam samuel sandra sandrine sandy santiago sara sarah saul
scott sean sergio severine seth shane shannon sharon shawn sheila shirley simon simone solene sonia sophia spencer stacy stan stella
stephane stephen steve steven stuart sue susan suzanne sydney sylvain sylvie tamara tanya tara taylor ted teresa terry theo theodore theresa
thierry thibault tiffany tim timothy tina todd tom tommy tony tracy travis trevor tristan tyler valentin valentina valentine vanessa vera
victor victoria vincent viola violette virginia virginie vivian walter warren wayne wendy wesley will willy xavier yann yannick yasmine yves
yvette yvonne zachary zoe ahmed ali fatima hassan hussein omar yusuf ivana sergei dmitri olga tatiana vladimir wei hiroshi yuki priya rahul
raj singh kumar nguyen garcia martinez rodriguez hernandez lopez gonzalez perez sanchez smith johnson williams brown jones miller davis
wilson anderson moore jackson white harris thompson clark walker hall allen young wright green baker adams nelson mitchell dubois durand
moreau lefebvre leroy roux muller schmidt schneider fischer weber meyer wagner becker hoffmann rossi bianchi silva santos oliveira souza
pereira
`;

const words = `
access account action active admin1 agent alarm album alpha amazing anchor animal answer apollo archer army arrow artist asdasd atlantis
avatar baby babygirl babyboy backup balloon banana1 band bandit bank bear beast beautiful beauty beaver beer bella best bestfriend bigdog
bird birthday biteme black blackcat blaster blonde blood blossom blue bluebird boat body bond boobs book booster boots boss boston bottle
bowling boxer brain bravo bread brother bubble bubbles buddy budlight buffalo bulldog bullet bunny burn business button cactus camera camp
camping candle candy cannon car cards carrot cartoon cash casino castle casper cat cats celtic center chair champion chance chaos charger
charm chess chicago chief child children china chips chopper christmas church cigar circle circus city classic cloud clown club cobra
coconut cocktail code college color comet comics concrete condor control cooking cool copper corner corona cosmic cosmos cougar country
courage cowboy cowboys crazy cream creative cricket crimson cross crown cruise crush cuddles cupcake custom cyber daddy daisy dakota dallas
dance dancer dancing danger dark darkness darling data database dead deadpool death december deep deer defender delta denver desert design
destiny detroit device diesel digital dinosaur director disney doctor dog dogs doggie dollar dolly donkey door double dragonball dragonfly
dream dreamer dreams driver drums duck dude dustbin dynamite eagles earth east easter easy eclipse edition electric electro element elite
emerald empire energy engine enigma enter entry escape eternal eternity event evil evolution expert explorer express extreme fairy falcons
fantasy farmer fashion fast father favorite feather fender fiesta fighter fire fireball firebird firefly fireman fish fisher fishing flash
flight fluffy flying food force ford forest forever1 forget forgot fortune fossil fountain foxtrot fox freak freaky free freedom fresh
friday frog frosty fruit fun funny future galaxy gamer games garage garden garfield gateway gemini general genesis genius ghost giant giants
gift giraffe girl girls glacier glass global glory gold goldfish golfer good goodbye goodluck gothic grand grandma granny grape grass
gravity great grizzly guard guitar gundam hacker hair hammer hamster happiness happy happyday harbor hardcore harmony harvest hawaii hawk
headphone health heart heartbreak hearts heat heavy helicopter help hello1 hero hippo history holiday holland holly home homerun honda honey
hope horizon horses hotdog hotel hotrod house house1 hunter1 hunting hurricane husband icecream iceman icon illusion image imagine impact
india indian infinity inferno ink inside insane inspire island italy jaguar jamaica january japan jazz jelly jet jewel joker journey joy
judge jungle junior jupiter justice karate karma kernel keyboard kicker kitchen kitty kiwi knight koala lady ladybug lake lakers lasagna
laser laptop lawyer leader legend legolas lemon leopard leprechaun letter liberty library life light lightning lights limited lincoln link
lions liquid little live lobster local lollipop london1 lonely looking lost lotus love lover lovers loves loving lucky luna lunch machine
madness mafia maggie mailbox major mango maniac manson maple marble march marine market marley mars marshall maximus maverick meadow medical
melody memory mercury message metal mexico midnight military milk million mind mine minecraft1 mini miracle mirror mission mistress mobile
model modern mom mommy money monkey1 monster monsters moon moose morning mother motor mountain mouse movie muffin munchkin muppet muscle
music musica mystery mystic nature naughty navy nebula network never newlife newport newton night nightmare normal north november number
nurse oasis ocean october management oliver online open optimus option oracle orchid orion otter outlaw outlook oxygen pacific packers paint
painter palace panda pandora panic paper parade parker party patriot patriots pavilion peace peach peaches peacock peanuts pearl pencil
penguin people pepsi perfect phantom phone photo piano picture pickle pierrot pilot pink pinky pioneer pirates pistol pitbull pixel planet
plasma plastic player please pluto poison poker police polo poohbear popcorn poppy porn portugal postman potato power powers prayer precious
predator presto pretty pride prime printer private process product prof project promise protect psycho public puddin pumpkin punk puzzle
python quality quantum quartz question quick racecar racer racing radio raider raiders rain rainbows rapper raptor raven reading reality
rebel record red reddog redhead redrose redsox redwings reggae remember rescue revolution rhythm rider ring river rivers road roadrunner
robot rock rocker rocket rockstar rocky rodeo romance root123 rosebud roses royal rubber ruby runner running russia sailor saint sakura
salmon sandwich santa sapphire satan saturn scarface school science scooter scorpio scout screen seagull search seattle secret1 section
security senior sensei serenity sesame seven sexy sexygirl shadow shadows shalom sharks sheep shelby sherlock shield shine shoes shopping
shorty shotgun silence silver1 simple simpson single sister skate skater skeleton skittles sky skyline slayer sleep smile smiles smiley
smoke smokey smooth snake snickers snoopy snow snowball snowman snowflake soccer1 social socks soft solar solid solo sonic sound south space
spain spanky sparky special speed speedy sphinx spiral spirit spitfire splash sponge spongebob spooky sport sports spotty spy squirrel
stanley star starfish stargate start station stealth steel steelers sticky stitch stone stoner storm story strange stranger street strike
string strong student stuff style subway success sugar suicide summer1 sun sunday sundance sunny sunrise sunset super superstar supreme
surfer surprise sushi swim swimmer swimming swiss switch swordfish sweet sweetheart sweetie sweetness sweets symbol system1 tango target
tattoo teacher team teddy teddybear telephone temple tennis1 terminator theater thing think thunder thunderbird ticket tigers tigger time
titanic titan toast toilet tomato tomcat tornado tractor traffic train trainer training trance travel traveler treasure tree trees triangle
tribal triumph trouble truck trumpet trust truth tulip tuna turbo tweety twilight twins twister umbrella undertaker united universe
university unlimited update vacation valley vampire vegas velvet vengeance venom venus vermont victory video vienna viking village vintage
violet violin viper virgin virus vision volcano voyager vulcan wallet warlock water waterfall watermelon wave wealth weather web weed
welcome2 west western whale wheels whisper whitney wicked wife wild wildcat willow wind window winner winners wireless wisdom wish witch
wolves woman wonder wonderful wood woody work worker world xmas yankee yankees yellow1 yesterday zebra zenith zero zeus zidane zigzag zombie
abeille amitie anniversaire arbre argent avion bateau beau belle bisou bonheur bordeaux boulot cadeau camion canard carotte cerise chaise
chanson chanteur chat chats chef chemin chien chiens chouette ciel citron cochon coeur confiture copain copine corail couleur couscous
croissant cuisine danse dauphin diable dieu docteur ecole enfant enfants ensemble espoir etoile etoiles famille fenetre feu fille fleur
foret fraise fromage garcon gateau grenouille guerre guitare hiver jardin jeu jeux joie jolie journee joyeux lapin lecture liberte livre
lumiere lune madame maison maman mamie mariage matin merci mer montagne monsieur musique neige nounours nuage nuit oiseau orage ordinateur
papa papi papillon partir patate patron paix petit petite pluie pomme poisson poney portable porte poulet poupee reine renard requin reve
riviere robe roi rouge sable salade sante soeur soiree souris surf tartine terre tigre tomate tortue toujours travail tresor vache vacances
velo vent verite vert vie ville voiture voyage passion123 schatz liebe sonne mond stern blume hund katze engel sommer fruehling herbst
geheim hallo123 freund freundin familie fussball bayern dortmund schalke berlin1 hamburg muenchen amor amigo amiga beleza bonita brasil
carino casa cielo corazon dios estrella familia feliz flor futbol gato hola lindo madre mariposa mexico1 mundo padre perro playa princesa
reina sol tequiero vida amore ciao cuore famiglia forza gatto juve milano mamma roma sole tesoro vita napoli calcio liefde hond kat zomer
voetbal ajax feyenoord welkom
`;

let all: ReadonlySet<string> | undefined;

/** Made when somebody first chooses a password. */
export function commonPasswords(): ReadonlySet<string> {
  all ??= new Set(
    [
      ...`${passwords} ${names} ${words}`.split(/\s+/),
      ...['en', 'fr', 'de', 'es', 'it', 'pt', 'nl'].flatMap(ofCalendar),
      ...['en', 'fr'].flatMap(ofMap),
    ].flatMap(typed),
  );
  return all;
}

/** Months and days. */
function ofCalendar(language: string): readonly string[] {
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return [
    ...Array.from({ length: 12 }, (_, at) => month.format(Date.UTC(2026, at, 1))),
    ...Array.from({ length: 7 }, (_, at) => day.format(Date.UTC(2026, 0, at + 1))),
  ];
}

/** Countries. */
function ofMap(language: string): readonly string[] {
  const region = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  return letters.flatMap((a) => letters.map((b) => region.of(`${a}${b}`) ?? ''));
}

/** With accents and without. */
function typed(name: string): readonly string[] {
  const lower = name.toLowerCase();
  const plain = lower.normalize('NFD').replace(/\p{M}/gu, '');
  return [lower, plain].filter((word) => word.length > 2);
}
