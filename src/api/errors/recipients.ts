/** The phones a message is for, and which of them may not be reached. */
import type { ErrorReply } from './error-reply.ts';

export const recipientErrors = {
  'phone numbers are missing': {
    code: 2,
    status: 400,
    en: 'The phone number is required.',
    fr: 'Le numéro de téléphone est obligatoire.',
    fix: {
      en: 'Give phoneNumbers, or groupId.',
      fr: 'Donnez phoneNumbers, ou groupId.',
    },
  },
  'phone number is not possible': {
    code: 9,
    status: 400,
    en: '{number} is not a possible phone number.',
    fr: '{number} n’est pas un numéro de téléphone possible.',
    fix: {
      en: 'Write it as +33612345678; lookup says what a number is.',
      fr: 'Écrivez-le comme +33612345678 ; lookup dit ce qu’est un numéro.',
    },
  },
  'phone number is fiction': {
    code: 9,
    status: 400,
    en: '{number} is a number for films and examples. Only test keys send there.',
    fr: '{number} est un numéro de fiction. Seules les clés de test y envoient.',
    fix: {
      en: 'Use a test key for it.',
      fr: 'Employez une clé de test pour ce numéro.',
    },
  },
  'phone number is given twice': {
    code: 9,
    status: 400,
    en: '{number} is in the list twice: a phone has one text in a message.',
    fr: '{number} est deux fois dans la liste : un téléphone a un seul texte par message.',
    fix: {
      en: 'Name each phone once in SMSList.',
      fr: 'Nommez chaque téléphone une seule fois dans SMSList.',
    },
  },
  'too many phone numbers': {
    code: 50,
    status: 400,
    en: 'At most {max} phone numbers fit in one request.',
    fr: 'Une requête contient au plus {max} numéros de téléphone.',
    fix: {
      en: 'Split the list over several requests.',
      fr: 'Répartissez la liste sur plusieurs requêtes.',
    },
  },
  'nobody to send to': {
    code: 55,
    status: 400,
    en: 'There is nobody to send to.',
    fr: 'Il n’y a personne à qui envoyer.',
    fix: {
      en: 'Look at the list: all of it is empty, stopped or refused.',
      fr: 'Regardez la liste : elle est vide, sur la liste STOP ou refusée en entier.',
    },
  },
  'no price': {
    code: 13,
    status: 400,
    en: 'The account has no price for {number}.',
    fr: 'Le compte n’a pas de tarif pour {number}.',
    fix: {
      en: 'Ask whoever runs this server for a price of that country.',
      fr: 'Demandez à qui exploite ce serveur un prix pour ce pays.',
    },
  },
  'no operator': {
    code: 13,
    status: 400,
    en: 'No operator of this installation reaches {number}.',
    fr: 'Aucun opérateur de cette installation n’atteint {number}.',
    fix: {
      en: 'Ask whoever runs this server for a route: parley route explain says why there is none.',
      fr: 'Demandez à qui exploite ce serveur une route : parley route explain dit pourquoi il n’y en a pas.',
    },
  },
  'country is closed': {
    code: 13,
    status: 400,
    en: 'The country of {number} is closed for this account.',
    fr: 'Le pays de {number} est fermé pour ce compte.',
    fix: {
      en: 'Ask whoever runs this server to open it: parley account set --countries.',
      fr: 'Demandez à qui exploite ce serveur de l’ouvrir : parley account set --countries.',
    },
  },
  'number is costly': {
    code: 13,
    status: 400,
    en: '{number} is a premium rate, shared cost, satellite or listed high-risk number, which is closed for this account.',
    fr: '{number} est un numéro surtaxé, à coût partagé, par satellite ou listé à haut risque, fermé pour ce compte.',
    fix: {
      en: 'Send to a usual number.',
      fr: 'Envoyez à un numéro ordinaire.',
    },
  },
  'price is above the ceiling': {
    code: 13,
    status: 400,
    en: 'A part to {number} costs more than this account may pay for one.',
    fr: 'Une partie vers {number} coûte plus que ce compte ne peut payer.',
    fix: {
      en: 'Ask whoever runs this server for a higher ceiling: parley limit set.',
      fr: 'Demandez à qui exploite ce serveur un plafond plus haut : parley limit set.',
    },
  },
} satisfies Record<string, ErrorReply>;
