/**
 * What is wrong with a field, in French: forms, guards and rules say it in English where it is found, and
 * here it is told again. `{name}` stands for what differs; `{rest}` is itself one of these.
 */
const told: Readonly<Record<string, string>> = {
  '{rest}; PARLEY_WEBHOOK_ALLOW opens addresses that are not public, "parley listen" brings events to this machine':
    '{rest} ; PARLEY_WEBHOOK_ALLOW ouvre des adresses qui ne sont pas publiques, « parley listen » amène les événements sur cette machine',
  'must be {rest}': 'il faut {rest}',
  '{rest}, or none': '{rest}, ou none',
  '{words}, several with commas between': '{words}, plusieurs séparés par des virgules',
  'is missing': 'il manque',
  'is empty': 'il est vide',
  'a whole number from {min} to {max}': 'un nombre entier de {min} à {max}',
  'at least {min}': 'au moins {min}',
  'at most {max}': 'au plus {max}',
  'has more than {max} characters': 'il a plus de {max} caractères',
  '{min} to {max} ASCII characters': '{min} à {max} caractères ASCII',
  'a number of 3 to 15 digits': 'un numéro de 3 à 15 chiffres',
  'MCC and MNC': 'le MCC et le MNC',
  'one line': 'une seule ligne',
  'one line of 1 to {max} characters': 'une seule ligne de 1 à {max} caractères',
  'an email address': 'une adresse e-mail',
  'a country code of two letters, such as {example}':
    'un code de pays de deux lettres, comme {example}',
  'a currency code of three letters, such as {example}':
    'un code de devise de trois lettres, comme {example}',
  'a time zone, such as Europe/Paris or +02:00': 'un fuseau horaire, comme Europe/Paris ou +02:00',
  'the name of a time zone, such as {example}': 'le nom d’un fuseau horaire, comme {example}',
  'on or off': 'on ou off',
  'an IP address or a host name': 'une adresse IP ou un nom d’hôte',
  'whole seconds, each at least 1': 'des secondes entières, chacune d’au moins 1',
  'whsec_ and the base64 of 24 to 64 bytes': 'whsec_ et le base64 de 24 à 64 octets',
  'has more than {max} delays': 'il a plus de {max} délais',
  'is longer than 72 hours': 'il dure plus de 72 heures',
  'is longer than {max} characters': 'il dépasse {max} caractères',
  'is not a certificate in PEM': 'ce n’est pas un certificat en PEM',
  'and certificate go together': 'la clé et le certificat vont ensemble',
  'is not the certificate’s, or not a key in PEM':
    'ce n’est pas celle du certificat, ou pas une clé en PEM',
  'cannot be used: {why}': 'il ne peut pas servir : {why}',
  'has more than {max} headers': 'il a plus de {max} en-têtes',
  'has {name}, which is no name of a header': 'il a {name}, qui n’est pas un nom d’en-tête',
  'has {name}, which Parley sets itself': 'il a {name}, que Parley pose lui-même',
  'has a line break or a NUL in {name}, which would split the request':
    'il a dans {name} un saut de ligne ou un NUL, qui couperait la requête en deux',
  'has "{word}", which is none of {known}': 'il a « {word} », qui n’est aucun de : {known}',
  'has a user name that is not percent-encoded text':
    'son nom d’utilisateur n’est pas un texte codé par des pour-cent',
  'cannot change: requests name the URLs of this endpoint':
    'il ne change pas : les requêtes nomment les URL de ce point de terminaison',
  'is not a URL': 'ce n’est pas une URL',
  'is neither http nor https': 'ce n’est ni http ni https',
  'carries a user name or a password': 'elle porte un nom d’utilisateur ou un mot de passe',
  'has port {port}: 80, 443 or 1024 and above':
    'elle a le port {port} : il faut 80, 443, ou 1024 et plus',
  'has no address': 'elle n’a pas d’adresse',
  'leads to {address}, an address of this machine':
    'elle mène à {address}, une adresse de cette machine',
  'leads to {address}, {kind}': 'elle mène à {address}, qu’on ne joint pas ({kind})',
  'more than 10 MB': 'plus de 10 Mo',
  'not a WAV file': 'ce n’est pas un fichier WAV',
  'sizes that contradict the file': 'ses tailles contredisent le fichier',
  'not PCM of 16 bit': 'ce n’est pas du PCM de 16 bits',
  'sample rate not between 8 and 48 kHz': 'une fréquence d’échantillonnage hors de 8 à 48 kHz',
  'more than two channels': 'plus de deux canaux',
  'too long': 'trop long',
  'no sound in it': 'aucun son dedans',
  'takes too long to read': 'sa lecture dure trop',
  'the caller is no test phone': 'l’appelant n’est pas un téléphone d’essai',
  'the number is not of this account': 'le numéro n’est pas de ce compte',
  'there is no such account': 'ce compte n’existe pas',
  'is there already': 'il est déjà là',
};

const patterns = Object.entries(told).map(([english, french]) => ({
  pattern: new RegExp(`^${RegExp.escape(english).replace(/\\\{(\w+)\\\}/g, '(?<$1>.+)')}$`, 'su'),
  french,
}));

/** A reason as French readers are told it; as it is where nobody has written that. */
export function frenchReason(reason: string): string {
  const plain = told[reason];
  if (plain !== undefined) return plain;
  for (const { pattern, french } of patterns) {
    const values = pattern.exec(reason)?.groups;
    if (values === undefined) continue;
    return french.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = values[name] ?? '';
      return name === 'rest' ? frenchReason(value) : value;
    });
  }
  return reason;
}
