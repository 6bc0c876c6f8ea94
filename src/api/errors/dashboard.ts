/** What people hear who use the dashboard. */
import type { ErrorReply } from './error-reply.ts';

export const dashboardErrors = {
  'nobody is signed in': {
    code: 401,
    status: 401,
    en: 'Your session has ended. Sign in again.',
    fr: 'Votre session est terminée. Connectez-vous de nouveau.',
    fix: {
      en: 'Sign in again.',
      fr: 'Connectez-vous de nouveau.',
    },
  },
  'sign-in is not fresh': {
    code: 403,
    status: 403,
    en: 'This needs a sign-in within the last ten minutes. Confirm that it is you.',
    fr: 'Cela demande une connexion de moins de dix minutes. Confirmez que c’est bien vous.',
    fix: {
      en: 'Enter your password or use your passkey, then do it again.',
      fr: 'Saisissez votre mot de passe ou employez votre clé d’accès, puis recommencez.',
    },
  },
  'role does not allow it': {
    code: 403,
    status: 403,
    en: 'Your role {role} does not allow this. It is for: {roles}.',
    fr: 'Votre rôle {role} ne le permet pas. C’est réservé à : {roles}.',
    fix: {
      en: 'Ask an owner of the account for another role.',
      fr: 'Demandez un autre rôle à un propriétaire du compte.',
    },
  },
  'nothing is there': {
    code: 404,
    status: 404,
    en: 'There is nothing here, or it is not yours.',
    fr: 'Il n’y a rien ici, ou ce n’est pas à vous.',
    fix: {
      en: 'Look at the address, and whether you are in the right account.',
      fr: 'Vérifiez l’adresse, et que vous êtes dans le bon compte.',
    },
  },
  'field has a wrong value': {
    code: 9,
    status: 400,
    en: 'The field {name} is not right: {reason}.',
    fr: 'Le champ {name} n’est pas correct : {reason}.',
    fix: {
      en: 'Correct the field as the reason says.',
      fr: 'Corrigez le champ selon la raison donnée.',
    },
  },
  'sign-in is wrong': {
    code: 401,
    status: 401,
    en: 'The e-mail address or the password is wrong.',
    fr: 'L’adresse e-mail ou le mot de passe est incorrect.',
    fix: {
      en: 'Try again, or ask for a link on the sign-in page.',
      fr: 'Réessayez, ou demandez un lien sur la page de connexion.',
    },
  },
  'code is needed': {
    code: 401,
    status: 401,
    en: 'Enter the code of your authenticator app, or a recovery code; or sign in with your passkey.',
    fr: 'Saisissez le code de votre application d’authentification, ou un code de secours ; ou connectez-vous avec votre clé d’accès.',
    fix: {
      en: 'Enter the six digits that the app shows now.',
      fr: 'Saisissez les six chiffres que l’application affiche.',
    },
  },
  'code is wrong': {
    code: 401,
    status: 401,
    en: 'The code is wrong, or was used already. Wait for the next one.',
    fr: 'Le code est incorrect, ou a déjà servi. Attendez le suivant.',
    fix: {
      en: 'Wait for the next code; look at the clock of the phone if it goes on.',
      fr: 'Attendez le code suivant ; si cela persiste, vérifiez l’horloge du téléphone.',
    },
  },
  'passkey is wrong': {
    code: 401,
    status: 401,
    en: 'The passkey was not taken: it is not known here, or took too long. Try again.',
    fr: 'La clé d’accès n’a pas été acceptée : elle est inconnue ici, ou trop de temps a passé. Réessayez.',
    fix: {
      en: 'Try again with the passkey that you made for this address.',
      fr: 'Réessayez avec la clé d’accès créée pour cette adresse.',
    },
  },
  'passkeys are not offered': {
    code: 409,
    status: 409,
    en: 'Passkeys need a host name and https, or localhost. Open this page there.',
    fr: 'Les clés d’accès demandent un nom d’hôte et https, ou localhost. Ouvrez cette page là-bas.',
    fix: {
      en: 'Open the page at PARLEY_PUBLIC_URL by https, or at localhost.',
      fr: 'Ouvrez la page à l’adresse PARLEY_PUBLIC_URL en https, ou sur localhost.',
    },
  },
  'too many passkeys': {
    code: 409,
    status: 409,
    en: 'You have as many passkeys as fit. Remove one first.',
    fr: 'Vous n’avez plus de place pour une clé d’accès. Retirez-en une d’abord.',
    fix: {
      en: 'Remove one that you no longer use in your profile.',
      fr: 'Retirez de votre profil une clé que vous n’employez plus.',
    },
  },
  'last way in': {
    code: 409,
    status: 409,
    en: 'Without a password this passkey is your only way in. Set a password or add a passkey first.',
    fr: 'Sans mot de passe, cette clé d’accès est votre seule entrée. Créez d’abord un mot de passe ou une autre clé.',
    fix: {
      en: 'Set a password or add another passkey before you remove this one.',
      fr: 'Définissez un mot de passe ou ajoutez une autre clé d’accès avant de retirer celle-ci.',
    },
  },
  'second factor is missing': {
    code: 403,
    status: 403,
    en: 'Here people need a second factor. Add one in your profile first.',
    fr: 'Un second facteur est exigé ici. Ajoutez-en un dans votre profil d’abord.',
    fix: {
      en: 'Add a passkey or an authenticator app in your profile.',
      fr: 'Ajoutez une clé d’accès ou une application d’authentification dans votre profil.',
    },
  },
  'link is not valid': {
    code: 403,
    status: 403,
    en: 'The link is not valid, or no longer. Ask for a new one.',
    fr: 'Le lien n’est pas valable, ou ne l’est plus. Demandez-en un nouveau.',
    fix: {
      en: 'Ask whoever sent it, or the sign-in page, for a new one.',
      fr: 'Demandez-en un autre à qui l’a envoyé, ou à la page de connexion.',
    },
  },
  'sign in for this link': {
    code: 409,
    status: 409,
    en: 'You have a sign-in here already. Sign in, then open the link again.',
    fr: 'Vous avez déjà un accès ici. Connectez-vous, puis ouvrez de nouveau le lien.',
    fix: {
      en: 'Sign in first, then open the link once more.',
      fr: 'Connectez-vous d’abord, puis ouvrez le lien de nouveau.',
    },
  },
  'address is taken': {
    code: 409,
    status: 409,
    en: 'Somebody signs in by this e-mail address already.',
    fr: 'Quelqu’un se connecte déjà avec cette adresse e-mail.',
    fix: {
      en: 'Use another address, or invite that person.',
      fr: 'Employez une autre adresse, ou invitez cette personne.',
    },
  },
  'too many sign-ins': {
    code: 429,
    status: 429,
    en: 'Too many wrong passwords. Wait a moment, then try again.',
    fr: 'Trop de mots de passe incorrects. Patientez un moment, puis réessayez.',
    fix: {
      en: 'Wait as long as Retry-After says.',
      fr: 'Attendez le temps qu’indique Retry-After.',
    },
  },
  'address cannot be confirmed': {
    code: 409,
    status: 409,
    en: 'Nothing is mailed here, so that another address cannot be confirmed by its mail.',
    fr: 'Rien n’est envoyé d’ici : une autre adresse ne peut être confirmée par son courrier.',
    fix: {
      en: 'Ask an administrator of the machine: `parley user address` makes the link that confirms it.',
      fr: 'Demandez à un administrateur de la machine : `parley user address` crée le lien qui la confirme.',
    },
  },
  'too many links': {
    code: 429,
    status: 429,
    en: 'Too many links were asked for. Wait a while, then try again.',
    fr: 'Trop de liens ont été demandés. Patientez un moment, puis réessayez.',
    fix: {
      en: 'Wait as long as Retry-After says.',
      fr: 'Attendez le temps qu’indique Retry-After.',
    },
  },
  'password is easy to guess': {
    code: 9,
    status: 400,
    en: 'This password is easy to guess: many use it, or it is made of names that others know.',
    fr: 'Ce mot de passe est facile à deviner : beaucoup l’utilisent, ou il est fait de noms connus.',
    fix: {
      en: 'Take several words that do not belong together.',
      fr: 'Prenez plusieurs mots sans rapport entre eux.',
    },
  },
  'nobody is left to send to': {
    code: 409,
    status: 409,
    en: 'There is nobody of this message to send it to once more.',
    fr: 'Il n’y a personne de ce message à qui le renvoyer.',
    fix: {
      en: 'Choose a message that has phones to which it may go.',
      fr: 'Choisissez un message qui a encore des téléphones où aller.',
    },
  },
  'texts are not alike': {
    code: 409,
    status: 409,
    en: 'The phones of this message had different texts. Send it to one of them at a time.',
    fr: 'Les numéros de ce message avaient des textes différents. Renvoyez-le à un seul à la fois.',
    fix: {
      en: 'Choose one phone of the message.',
      fr: 'Choisissez un seul téléphone du message.',
    },
  },
} satisfies Record<string, ErrorReply>;
