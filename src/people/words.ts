/** What people are told of their own sign-in, on pages. */
import type { NounWords } from '#core/words.ts';

export const personWords = {
  does: {
    'me show': {
      en: 'Who is signed in, and the accounts they may open.',
      fr: 'Qui est connecté, et les comptes que cette personne peut ouvrir.',
    },
    'me set': {
      en: 'Changes the name and the language of the person who is signed in.',
      fr: 'Modifie le nom et la langue de la personne connectée.',
    },
    'me password': {
      en: 'Sets another password, and ends all other sessions.',
      fr: 'Fixe un autre mot de passe, et met fin à toutes les autres sessions.',
    },
    'me account': {
      en: 'An account that one may open, and what one may do there.',
      fr: 'Un compte que l’on peut ouvrir, et ce que l’on peut y faire.',
    },
    'session list': {
      en: 'Where one is signed in, the newest first.',
      fr: 'Où l’on est connecté, le plus récent d’abord.',
    },
    'session end': {
      en: 'Ends one session of one’s own.',
      fr: 'Met fin à l’une de ses propres sessions.',
    },
    'session end-others': {
      en: 'Ends all sessions of one’s own but this one.',
      fr: 'Met fin à toutes ses sessions sauf celle-ci.',
    },
    'sign-in look': {
      en: 'What the sign-in page must know before anybody has signed in.',
      fr: 'Ce que la page de connexion doit savoir avant toute connexion.',
    },
    'sign-in begin': {
      en: 'Signs in with an email address and a password.',
      fr: 'Connecte par une adresse e-mail et un mot de passe.',
    },
    'sign-in ask-passkey': {
      en: 'What a browser needs to ask for a passkey; good once, for five minutes.',
      fr: 'Ce qu’il faut à un navigateur pour demander une clé d’accès ; valable une fois, cinq minutes.',
    },
    'sign-in by-passkey': {
      en: 'Signs in with a passkey, which counts as both factors.',
      fr: 'Connecte par une clé d’accès, qui vaut les deux facteurs.',
    },
    'sign-in confirm': {
      en: 'Signs in once more, with the second factor where there is one, for what needs a sign-in of the last ten minutes.',
      fr: 'Connecte une fois de plus, avec le second facteur s’il y en a un, pour ce qui demande une connexion de moins de dix minutes.',
    },
    'sign-in confirm-passkey': {
      en: 'Signs in once more with a passkey.',
      fr: 'Connecte une fois de plus par une clé d’accès.',
    },
    'sign-in end': {
      en: 'Ends the session.',
      fr: 'Met fin à la session.',
    },
    'sign-in forgot': {
      en: 'Mails a link for another password, once, for ten minutes, to who signs in by this address; the answer is the same where nobody does.',
      fr: 'Envoie un lien pour un autre mot de passe, une fois, pendant dix minutes, à qui se connecte par cette adresse ; la réponse est la même si ce n’est personne.',
    },
    'setup make': {
      en: 'Makes the first administrator, by a password or a passkey, with the token of the setup link, and signs them in.',
      fr: 'Crée le premier administrateur, par un mot de passe ou une clé d’accès, avec le jeton du lien d’installation, et le connecte.',
    },
    'setup propose-passkey': {
      en: 'What a browser needs to make the passkey of the first administrator.',
      fr: 'Ce qu’il faut à un navigateur pour créer la clé d’accès du premier administrateur.',
    },
    'link look': {
      en: 'What an invitation or a reset is, before it is used.',
      fr: 'Ce qu’est une invitation ou une réinitialisation, avant son emploi.',
    },
    'link use': {
      en: 'Takes an invitation as a new person, by a password or a passkey, or sets a new password by a reset; signs in.',
      fr: 'Accepte une invitation comme nouvelle personne, par un mot de passe ou une clé d’accès, ou fixe un nouveau mot de passe par une réinitialisation ; connecte.',
    },
    'link password': {
      en: 'Sets another password by a mailed link, and ends all sessions. Nobody is signed in: second factors stay.',
      fr: 'Fixe un autre mot de passe par un lien reçu par e-mail, et met fin à toutes les sessions. Personne n’est connecté : les seconds facteurs restent.',
    },
    'link take': {
      en: 'Takes an invitation as the person who is signed in.',
      fr: 'Accepte une invitation comme la personne connectée.',
    },
    'link propose-passkey': {
      en: 'What a browser needs to make the passkey of an invited person.',
      fr: 'Ce qu’il faut à un navigateur pour créer la clé d’accès d’une personne invitée.',
    },
    'factor list': {
      en: 'Which second factors one has.',
      fr: 'Quels seconds facteurs on a.',
    },
    'factor propose-app': {
      en: 'A secret for an authenticator app; nothing is kept before a code has proved it.',
      fr: 'Un secret pour une application d’authentification ; rien n’est gardé avant qu’un code ne l’ait prouvé.',
    },
    'factor add-app': {
      en: 'Takes the authenticator app as second factor, and ends all other sessions.',
      fr: 'Prend l’application d’authentification comme second facteur, et met fin à toutes les autres sessions.',
    },
    'factor remove-app': {
      en: 'Does without the authenticator app from now on, and ends all other sessions.',
      fr: 'Renonce désormais à l’application d’authentification, et met fin à toutes les autres sessions.',
    },
    'factor renew-codes': {
      en: 'Makes new recovery codes; those before no longer work.',
      fr: 'Crée de nouveaux codes de secours ; les précédents ne marchent plus.',
    },
    'passkey propose': {
      en: 'What a browser needs to make a passkey; good once, for five minutes.',
      fr: 'Ce qu’il faut à un navigateur pour créer une clé d’accès ; valable une fois, cinq minutes.',
    },
    'passkey add': {
      en: 'Takes a passkey, and ends all other sessions. Recovery codes are made where there are none.',
      fr: 'Prend une clé d’accès, et met fin à toutes les autres sessions. Des codes de secours sont créés s’il n’y en a pas.',
    },
    'passkey rename': {
      en: 'Gives a passkey another name.',
      fr: 'Donne un autre nom à une clé d’accès.',
    },
    'passkey remove': {
      en: 'Does without a passkey from now on, and ends all other sessions.',
      fr: 'Renonce désormais à une clé d’accès, et met fin à toutes les autres sessions.',
    },
    'address show': {
      en: 'Another address to sign in by, which one has asked for and not confirmed yet.',
      fr: 'Une autre adresse de connexion, demandée et pas encore confirmée.',
    },
    'address ask': {
      en: 'Mails a link to another address, for 24 hours; until it is confirmed all stays with the one before, which is told.',
      fr: 'Envoie un lien à une autre adresse, pour 24 heures ; jusqu’à sa confirmation tout reste à la précédente, qui en est avertie.',
    },
    'address cancel': {
      en: 'Stays with the address that one has: the link that was mailed opens nothing.',
      fr: 'Garde l’adresse que l’on a : le lien envoyé n’ouvre rien.',
    },
    'address confirm': {
      en: 'Signs in by the new address from now on, by the link that was mailed there.',
      fr: 'Connecte désormais par la nouvelle adresse, grâce au lien qui y a été envoyé.',
    },
    'view begin': {
      en: 'Shows an account for 30 minutes as its people see it, for reading alone; its audit has the reason.',
      fr: 'Montre un compte pendant 30 minutes comme ses membres le voient, en lecture seule ; son journal garde la raison.',
    },
    'view end': {
      en: 'Ends the view of an account.',
      fr: 'Met fin à la consultation d’un compte.',
    },
  },
  fields: {},
  refusals: {
    'sign-in is wrong': {
      kind: 'unproved',
      en: 'The e-mail address or the password is wrong.',
      fr: 'L’adresse e-mail ou le mot de passe est incorrect.',
      fix: {
        en: 'Try again, or ask for a link on the sign-in page.',
        fr: 'Réessayez, ou demandez un lien sur la page de connexion.',
      },
    },
    'code is needed': {
      kind: 'unproved',
      en: 'Enter the code of your authenticator app, or a recovery code; or sign in with your passkey.',
      fr: 'Saisissez le code de votre application d’authentification, ou un code de secours ; ou connectez-vous avec votre clé d’accès.',
      fix: {
        en: 'Enter the six digits that the app shows now.',
        fr: 'Saisissez les six chiffres que l’application affiche.',
      },
    },
    'code is wrong': {
      kind: 'unproved',
      en: 'The code is wrong, or was used already. Wait for the next one.',
      fr: 'Le code est incorrect, ou a déjà servi. Attendez le suivant.',
      fix: {
        en: 'Wait for the next code; look at the clock of the phone if it goes on.',
        fr: 'Attendez le code suivant ; si cela persiste, vérifiez l’horloge du téléphone.',
      },
    },
    'passkey is wrong': {
      kind: 'unproved',
      en: 'The passkey was not taken: it is not known here, or took too long. Try again.',
      fr: 'La clé d’accès n’a pas été acceptée : elle est inconnue ici, ou trop de temps a passé. Réessayez.',
      fix: {
        en: 'Try again with the passkey that you made for this address.',
        fr: 'Réessayez avec la clé d’accès créée pour cette adresse.',
      },
    },
    'passkeys are not offered': {
      kind: 'conflict',
      en: 'Passkeys need a host name and https, or localhost. Open this page there.',
      fr: 'Les clés d’accès demandent un nom d’hôte et https, ou localhost. Ouvrez cette page là-bas.',
      fix: {
        en: 'Open the page at PARLEY_PUBLIC_URL by https, or at localhost.',
        fr: 'Ouvrez la page à l’adresse PARLEY_PUBLIC_URL en https, ou sur localhost.',
      },
    },
    'too many passkeys': {
      kind: 'conflict',
      en: 'You have as many passkeys as fit. Remove one first.',
      fr: 'Vous n’avez plus de place pour une clé d’accès. Retirez-en une d’abord.',
      fix: {
        en: 'Remove one that you no longer use in your profile.',
        fr: 'Retirez de votre profil une clé que vous n’employez plus.',
      },
    },
    'last way in': {
      kind: 'conflict',
      en: 'Without a password this passkey is your only way in. Set a password or add a passkey first.',
      fr: 'Sans mot de passe, cette clé d’accès est votre seule entrée. Créez d’abord un mot de passe ou une autre clé.',
      fix: {
        en: 'Set a password or add another passkey before you remove this one.',
        fr: 'Définissez un mot de passe ou ajoutez une autre clé d’accès avant de retirer celle-ci.',
      },
    },
    'link is not valid': {
      kind: 'forbidden',
      en: 'The link is not valid, or no longer. Ask for a new one.',
      fr: 'Le lien n’est pas valable, ou ne l’est plus. Demandez-en un nouveau.',
      fix: {
        en: 'Ask whoever sent it, or the sign-in page, for a new one.',
        fr: 'Demandez-en un autre à qui l’a envoyé, ou à la page de connexion.',
      },
    },
    'sign in for this link': {
      kind: 'conflict',
      en: 'You have a sign-in here already. Sign in, then open the link again.',
      fr: 'Vous avez déjà un accès ici. Connectez-vous, puis ouvrez de nouveau le lien.',
      fix: {
        en: 'Sign in first, then open the link once more.',
        fr: 'Connectez-vous d’abord, puis ouvrez le lien de nouveau.',
      },
    },
    'address is taken': {
      kind: 'conflict',
      en: 'Somebody signs in by this e-mail address already.',
      fr: 'Quelqu’un se connecte déjà avec cette adresse e-mail.',
      fix: {
        en: 'Use another address, or invite that person.',
        fr: 'Employez une autre adresse, ou invitez cette personne.',
      },
    },
    'too many sign-ins': {
      kind: 'too many',
      en: 'Too many wrong passwords. Wait a moment, then try again.',
      fr: 'Trop de mots de passe incorrects. Patientez un moment, puis réessayez.',
      fix: {
        en: 'Wait as long as Retry-After says.',
        fr: 'Attendez le temps qu’indique Retry-After.',
      },
    },
    'address cannot be confirmed': {
      kind: 'conflict',
      en: 'Nothing is mailed here, so that another address cannot be confirmed by its mail.',
      fr: 'Rien n’est envoyé d’ici : une autre adresse ne peut être confirmée par son courrier.',
      fix: {
        en: 'Ask an administrator of the machine: `parley user address` makes the link that confirms it.',
        fr: 'Demandez à un administrateur de la machine : `parley user address` crée le lien qui la confirme.',
      },
    },
    'too many links': {
      kind: 'too many',
      en: 'Too many links were asked for. Wait a while, then try again.',
      fr: 'Trop de liens ont été demandés. Patientez un moment, puis réessayez.',
      fix: {
        en: 'Wait as long as Retry-After says.',
        fr: 'Attendez le temps qu’indique Retry-After.',
      },
    },
    'password is easy to guess': {
      kind: 'invalid',
      en: 'This password is easy to guess: many use it, or it is made of names that others know.',
      fr: 'Ce mot de passe est facile à deviner : beaucoup l’utilisent, ou il est fait de noms connus.',
      fix: {
        en: 'Take several words that do not belong together.',
        fr: 'Prenez plusieurs mots sans rapport entre eux.',
      },
    },
    'setup link is not valid': {
      kind: 'forbidden',
      en: 'The setup link is not valid, or no longer.',
      fr: 'Le lien d’installation n’est pas valable, ou ne l’est plus.',
      fix: {
        en: 'Make a fresh one: parley setup-link.',
        fr: 'Créez-en un neuf : parley setup-link.',
      },
    },
    'setup is done': {
      kind: 'conflict',
      en: 'An administrator exists already.',
      fr: 'Un administrateur existe déjà.',
      fix: {
        en: 'Sign in, or be invited.',
        fr: 'Connectez-vous, ou faites-vous inviter.',
      },
    },
    'password is too short': {
      kind: 'invalid',
      en: 'The password must have at least {min} characters.',
      fr: 'Le mot de passe doit avoir au moins {min} caractères.',
      fix: {
        en: 'Take a longer one; a sentence is good.',
        fr: 'Prenez-en un plus long ; une phrase convient.',
      },
    },
    'password is too long': {
      kind: 'invalid',
      en: 'The password must have at most {max} bytes.',
      fr: 'Le mot de passe doit avoir au plus {max} octets.',
      fix: {
        en: 'Take a shorter one.',
        fr: 'Prenez-en un plus court.',
      },
    },
  },
} as const satisfies NounWords;
