/** What people are told where a send is refused, whichever door it came by. */
import type { NounWords } from '#core/words.ts';

export const sendRefusals = {
  'phone number is not possible': {
    kind: 'invalid',
    en: '{number} is not a possible phone number.',
    fr: '{number} n’est pas un numéro de téléphone possible.',
    fix: { en: 'Write it as +33612345678.', fr: 'Écrivez-le comme +33612345678.' },
  },
  'phone number is fiction': {
    kind: 'invalid',
    en: '{number} is reserved for films and examples. Only test messages can be sent to it.',
    fr: '{number} est réservé aux films et aux exemples. Seuls des messages de test peuvent y être envoyés.',
    fix: { en: 'Send a test message.', fr: 'Envoyez un message de test.' },
  },
  'too many phone numbers': {
    kind: 'invalid',
    en: 'A request can have at most {max} phone numbers.',
    fr: 'Une requête peut avoir au plus {max} numéros de téléphone.',
    fix: {
      en: 'Split the list into several requests.',
      fr: 'Répartissez la liste sur plusieurs requêtes.',
    },
  },
  'nobody to send to': {
    kind: 'invalid',
    en: 'The message has no recipients.',
    fr: 'Le message n’a aucun destinataire.',
    fix: {
      en: 'Check the list: it is empty, or all its numbers have opted out or are refused.',
      fr: 'Vérifiez la liste : elle est vide, ou tous ses numéros sont désinscrits ou refusés.',
    },
  },
  'no price': {
    kind: 'conflict',
    en: 'The account has no price for {number}.',
    fr: 'Le compte n’a pas de tarif pour {number}.',
    fix: {
      en: 'Ask the administrator of this server to set a price for that country.',
      fr: 'Demandez à l’administrateur de ce serveur de fixer un tarif pour ce pays.',
    },
  },
  'no operator': {
    kind: 'conflict',
    en: 'No route of this installation leads to {number}.',
    fr: 'Aucune route de cette installation ne mène à {number}.',
    fix: {
      en: 'Ask the administrator of this server to add a route. parley route explain shows why there is none.',
      fr: 'Demandez à l’administrateur de ce serveur d’ajouter une route. parley route explain montre pourquoi il n’y en a pas.',
    },
  },
  'country is closed': {
    kind: 'forbidden',
    en: 'The account may not send to the country of {number}.',
    fr: 'Le compte ne peut pas envoyer vers le pays de {number}.',
    fix: {
      en: 'Ask the administrator of this server to open it with parley account set --countries.',
      fr: 'Demandez à l’administrateur de ce serveur de l’ouvrir avec parley account set --countries.',
    },
  },
  'number is costly': {
    kind: 'forbidden',
    en: '{number} is a premium-rate, shared-cost, satellite or listed high-risk number, which is blocked for this account.',
    fr: '{number} est un numéro surtaxé, à coût partagé, satellitaire ou listé à risque, bloqué pour ce compte.',
    fix: { en: 'Send to an ordinary number.', fr: 'Envoyez à un numéro ordinaire.' },
  },
  'price is above the ceiling': {
    kind: 'forbidden',
    en: 'A segment to {number} costs more than the price limit of this account.',
    fr: 'Un segment vers {number} coûte plus que la limite de prix de ce compte.',
    fix: {
      en: 'Ask the administrator of this server to raise it with parley limit set.',
      fr: 'Demandez à l’administrateur de ce serveur de la relever avec parley limit set.',
    },
  },
  'sender is malformed': {
    kind: 'invalid',
    en: 'The sender must be 3 to 11 letters or digits, with at least one letter.',
    fr: 'L’expéditeur doit avoir de 3 à 11 lettres ou chiffres, dont au moins une lettre.',
    fix: {
      en: 'Write it without spaces and accents, or send from one of your numbers.',
      fr: 'Écrivez-le sans espaces ni accents, ou envoyez depuis l’un de vos numéros.',
    },
  },
  'there is no short number': {
    kind: 'conflict',
    en: '{.saysStop} is not possible: the account has no number that can receive STOP.',
    fr: '{.saysStop} est impossible : le compte n’a aucun numéro qui puisse recevoir STOP.',
    fix: {
      en: 'Assign a short number to the account (`parley number add`, `parley account set --short-number`), send from a number that accepts replies, or remove {.saysStop}.',
      fr: 'Attribuez un numéro court au compte (`parley number add`, `parley account set --short-number`), envoyez depuis un numéro qui accepte les réponses, ou retirez {.saysStop}.',
    },
  },
  'sender is not allowed': {
    kind: 'forbidden',
    en: 'The account may not send as {sender}.',
    fr: 'Le compte ne peut pas envoyer au nom de {sender}.',
    fix: {
      en: 'Ask the administrator of this server to allow the sender, or remove it.',
      fr: 'Demandez à l’administrateur de ce serveur d’autoriser l’expéditeur, ou retirez-le.',
    },
  },
  'text is blank': {
    kind: 'invalid',
    en: 'The message contains only spaces.',
    fr: 'Le message ne contient que des espaces.',
    fix: { en: 'Write a visible text.', fr: 'Écrivez un texte visible.' },
  },
  'text has an unsendable character': {
    kind: 'invalid',
    en: 'Character {position} of the message, U+{code}, cannot be sent: it is a control character or half of a surrogate pair.',
    fr: 'Le caractère {position} du message, U+{code}, ne peut être envoyé : c’est un caractère de contrôle ou la moitié d’une paire de substitution.',
    fix: {
      en: 'Remove it. Write line breaks as `:br:` or a line feed.',
      fr: 'Retirez-le. Écrivez les sauts de ligne `:br:` ou par un saut de ligne.',
    },
  },
  'text is empty': {
    kind: 'invalid',
    en: 'The message has no text.',
    fr: 'Le message n’a pas de texte.',
    fix: {
      en: 'Write a text that is not only spaces.',
      fr: 'Écrivez un texte qui n’est pas fait que d’espaces.',
    },
  },
  'text is too long': {
    kind: 'invalid',
    en: 'The message has {parts} segments; the maximum is {partsMax}.',
    fr: 'Le message a {parts} segments ; le maximum est {partsMax}.',
    fix: {
      en: 'Shorten it. A preview lists the characters that reduce the length of a segment.',
      fr: 'Raccourcissez-le. Un aperçu liste les caractères qui raccourcissent les segments.',
    },
  },
  'balance is too low': {
    kind: 'conflict',
    en: 'The balance is too low: it is {balance} {currency}, and the message costs {cost}.',
    fr: 'Le solde est trop bas : il est de {balance} {currency}, et le message coûte {cost}.',
    fix: {
      en: 'Credit the account with parley account topup.',
      fr: 'Créditez le compte avec parley account topup.',
    },
  },
  'idempotency key was used for another request': {
    kind: 'conflict',
    en: 'This idempotency key was already used for another request.',
    fr: 'Cette clé d’idempotence a déjà servi pour une autre requête.',
    fix: {
      en: 'Use a new key for each new request.',
      fr: 'Utilisez une nouvelle clé pour chaque nouvelle requête.',
    },
  },
  'too many report addresses': {
    kind: 'conflict',
    en: 'The account already sends its reports to too many URLs.',
    fr: 'Le compte envoie déjà ses rapports à trop d’URL.',
    fix: {
      en: 'Set one URL for the account, and distinguish messages by tag.',
      fr: 'Réglez une seule URL pour le compte, et distinguez les messages par étiquette.',
    },
  },
  overloaded: {
    kind: 'unavailable',
    en: 'Too many messages are waiting. Try again later.',
    fr: 'Trop de messages sont en attente. Réessayez plus tard.',
    fix: {
      en: 'Send it again later with the same {.key}.',
      fr: 'Renvoyez-le plus tard avec la même valeur de {.key}.',
    },
  },
  'schedule is in the past': {
    kind: 'invalid',
    en: 'The scheduled time is in the past.',
    fr: 'L’heure programmée est passée.',
    fix: {
      en: 'Choose a later time. It is in the time zone of Paris.',
      fr: 'Choisissez une heure plus tardive. Elle est dans le fuseau de Paris.',
    },
  },
  'schedule is too far': {
    kind: 'invalid',
    en: 'The scheduled time is more than ten years away.',
    fr: 'L’heure programmée est à plus de dix ans.',
    fix: { en: 'Choose an earlier time.', fr: 'Choisissez une heure plus proche.' },
  },
  stopped: {
    kind: 'conflict',
    en: '{number} is on the opt-out list of the account.',
    fr: '{number} est sur la liste de désinscription du compte.',
    fix: {
      en: 'Remove the number. The recipient can reply START to opt in again.',
      fr: 'Retirez ce numéro. Le destinataire peut répondre START pour se réinscrire.',
    },
  },
  'simulator is off': {
    kind: 'conflict',
    en: 'Test messages cannot be sent because the built-in operator is turned off.',
    fr: 'Les messages de test ne peuvent pas être envoyés, car l’opérateur intégré est désactivé.',
    fix: {
      en: 'Send a live message, or start the server with PARLEY_SIMULATOR=on.',
      fr: 'Envoyez un message réel, ou démarrez le serveur avec PARLEY_SIMULATOR=on.',
    },
  },
} as const satisfies NounWords['refusals'];
