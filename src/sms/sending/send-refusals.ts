/** What people are told where a send is refused, whichever door it came by. */
import type { NounWords } from '#core/words.ts';

export const sendRefusals = {
  'phone number is not possible': {
    kind: 'invalid',
    en: '{number} is not a possible phone number.',
    fr: '{number} n’est pas un numéro de téléphone possible.',
    fix: {
      en: 'Write it as +33612345678.',
      fr: 'Écrivez-le comme +33612345678.',
    },
  },
  'phone number is fiction': {
    kind: 'invalid',
    en: '{number} is a number for films and examples. Only tests go there.',
    fr: '{number} est un numéro de fiction. Seuls des tests y vont.',
    fix: {
      en: 'Send it as a test.',
      fr: 'Envoyez-le en test.',
    },
  },
  'too many phone numbers': {
    kind: 'invalid',
    en: 'At most {max} phone numbers fit in one request.',
    fr: 'Une requête contient au plus {max} numéros de téléphone.',
    fix: {
      en: 'Split the list into several requests.',
      fr: 'Répartissez la liste sur plusieurs requêtes.',
    },
  },
  'nobody to send to': {
    kind: 'invalid',
    en: 'There is nobody to send to.',
    fr: 'Il n’y a personne à qui envoyer.',
    fix: {
      en: 'Look at the list: all of it is empty, stopped or refused.',
      fr: 'Regardez la liste : elle est vide, sur la liste STOP ou refusée en entier.',
    },
  },
  'no price': {
    kind: 'conflict',
    en: 'The account has no price for {number}.',
    fr: 'Le compte n’a pas de tarif pour {number}.',
    fix: {
      en: 'Ask whoever runs this server for a price of that country.',
      fr: 'Demandez à qui exploite ce serveur un prix pour ce pays.',
    },
  },
  'no operator': {
    kind: 'conflict',
    en: 'No operator of this installation reaches {number}.',
    fr: 'Aucun opérateur de cette installation n’atteint {number}.',
    fix: {
      en: 'Ask whoever runs this server for a route: parley route explain says why there is none.',
      fr: 'Demandez à qui exploite ce serveur une route : parley route explain dit pourquoi il n’y en a pas.',
    },
  },
  'country is closed': {
    kind: 'forbidden',
    en: 'The country of {number} is closed for this account.',
    fr: 'Le pays de {number} est fermé pour ce compte.',
    fix: {
      en: 'Ask whoever runs this server to open it: parley account set --countries.',
      fr: 'Demandez à qui exploite ce serveur de l’ouvrir : parley account set --countries.',
    },
  },
  'number is costly': {
    kind: 'forbidden',
    en: '{number} is a premium rate, shared cost, satellite or listed high-risk number, which is closed for this account.',
    fr: '{number} est un numéro surtaxé, à coût partagé, par satellite ou listé à haut risque, fermé pour ce compte.',
    fix: {
      en: 'Send to a usual number.',
      fr: 'Envoyez à un numéro ordinaire.',
    },
  },
  'price is above the ceiling': {
    kind: 'forbidden',
    en: 'A part to {number} costs more than this account may pay for one.',
    fr: 'Une partie vers {number} coûte plus que ce compte ne peut payer.',
    fix: {
      en: 'Ask whoever runs this server for a higher ceiling: parley limit set.',
      fr: 'Demandez à qui exploite ce serveur un plafond plus haut : parley limit set.',
    },
  },
  'sender is malformed': {
    kind: 'invalid',
    en: 'The sender must be 3 to 11 letters or digits, with at least one letter.',
    fr: 'L’émetteur doit avoir 3 à 11 lettres ou chiffres, dont au moins une lettre.',
    fix: {
      en: 'Write it without blanks and accents, or send from a number of yours.',
      fr: 'Écrivez-le sans espaces ni accents, ou envoyez depuis un numéro à vous.',
    },
  },
  'there is no short number': {
    kind: 'conflict',
    en: '{.saysStop} cannot be: the account sends from no number that takes STOP.',
    fr: '{.saysStop} est impossible : le compte n’envoie d’aucun numéro qui reçoive le STOP.',
    fix: {
      en: 'Have a short number given to the account (`parley number add`, `parley account set --short-number`), send from a number that takes replies, or leave {.saysStop} out.',
      fr: 'Faites donner un numéro court au compte (`parley number add`, `parley account set --short-number`), envoyez depuis un numéro qui accepte les réponses, ou retirez {.saysStop}.',
    },
  },
  'sender is not allowed': {
    kind: 'forbidden',
    en: 'The account may not send as {sender}.',
    fr: 'Le compte ne peut pas envoyer au nom de {sender}.',
    fix: {
      en: 'Have the sender allowed by whoever runs this server, or leave it out.',
      fr: 'Faites autoriser cet émetteur par qui exploite ce serveur, ou retirez-le.',
    },
  },
  'text is blank': {
    kind: 'invalid',
    en: 'The message has blanks alone.',
    fr: 'Le message ne contient que des blancs.',
    fix: {
      en: 'Write a text that people can see.',
      fr: 'Écrivez un texte visible.',
    },
  },
  'text has an unsendable character': {
    kind: 'invalid',
    en: 'Character {position} of the message, U+{code}, cannot be sent: it is a control character or half of a surrogate pair.',
    fr: 'Le caractère {position} du message, U+{code}, ne peut être envoyé : c’est un caractère de contrôle ou la moitié d’une paire de substitution.',
    fix: {
      en: 'Leave it out; write line breaks as `:br:` or a line feed.',
      fr: 'Retirez-le ; les sauts de ligne s’écrivent `:br:` ou par un saut de ligne.',
    },
  },
  'text is empty': {
    kind: 'invalid',
    en: 'The message has no text.',
    fr: 'Le message n’a pas de texte.',
    fix: {
      en: 'Write a text; blanks alone are none.',
      fr: 'Écrivez un texte ; des espaces seules n’en sont pas un.',
    },
  },
  'text is too long': {
    kind: 'invalid',
    en: 'The message has {parts} parts; {partsMax} is the most.',
    fr: 'Le message a {parts} parties ; {partsMax} est le maximum.',
    fix: {
      en: 'Shorten it; a preview names the characters that make parts short.',
      fr: 'Raccourcissez-le ; un aperçu nomme les caractères qui raccourcissent les parties.',
    },
  },
  'balance is too low': {
    kind: 'conflict',
    en: 'The balance is too low: {balance} {currency} is left, the message costs {cost}.',
    fr: 'Le solde est insuffisant : il reste {balance} {currency}, le message coûte {cost}.',
    fix: {
      en: 'Have the account credited: parley account topup.',
      fr: 'Faites créditer le compte : parley account topup.',
    },
  },
  'idempotency key was used for another request': {
    kind: 'conflict',
    en: 'This idempotency key was used for another request.',
    fr: 'Cette clé d’idempotence a servi pour une autre requête.',
    fix: {
      en: 'Make a new key for each new request.',
      fr: 'Créez une nouvelle clé pour chaque nouvelle requête.',
    },
  },
  'too many report addresses': {
    kind: 'conflict',
    en: 'The account sends its reports to too many addresses already.',
    fr: 'Le compte envoie déjà ses rapports à trop d’adresses.',
    fix: {
      en: 'Set one URL for the account, and tell messages apart by tag.',
      fr: 'Réglez une seule URL pour le compte, et distinguez les messages par tag.',
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
      en: 'Choose a later time; it is read on the clock of Paris.',
      fr: 'Choisissez une heure plus tardive ; elle est lue à l’heure de Paris.',
    },
  },
  'schedule is too far': {
    kind: 'invalid',
    en: 'The scheduled time is more than ten years away.',
    fr: 'L’heure programmée est à plus de dix ans.',
    fix: {
      en: 'Send it again nearer to that day.',
      fr: 'Renvoyez-le plus près de ce jour.',
    },
  },
  stopped: {
    kind: 'conflict',
    en: '{number} is on the STOP list of the account.',
    fr: '{number} est sur la liste STOP du compte.',
    fix: {
      en: 'Leave the phone out; START from it takes it off the list.',
      fr: 'Retirez ce téléphone ; un START venu de lui l’ôte de la liste.',
    },
  },
  'simulator is off': {
    kind: 'conflict',
    en: 'Tests cannot be sent: the built-in operator of this installation is off.',
    fr: 'Les tests ne peuvent pas être envoyés : l’opérateur intégré est arrêté.',
    fix: {
      en: 'Send it live, or start with PARLEY_SIMULATOR=on.',
      fr: 'Envoyez-le en réel, ou démarrez avec PARLEY_SIMULATOR=on.',
    },
  },
} as const satisfies NounWords['refusals'];
