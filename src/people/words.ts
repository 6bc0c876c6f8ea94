/** What people are told of their own sign-in, on pages. */
import type { NounWords } from '#core/words.ts';

export const personWords = {
  does: {
    'me show': {
      en: 'Returns the signed-in person and their accounts.',
      fr: 'Renvoie la personne connectée et ses comptes.',
    },
    'me set': {
      en: 'Changes the name and the language of the person who is signed in.',
      fr: 'Modifie le nom et la langue de la personne connectée.',
    },
    'me password': {
      en: 'Changes the password, and ends all other sessions.',
      fr: 'Change le mot de passe, et met fin à toutes les autres sessions.',
    },
    'me account': {
      en: 'Returns an account and the person’s permissions in it.',
      fr: 'Renvoie un compte et les permissions de la personne.',
    },
    'session list': {
      en: 'Lists the person’s sessions, newest first.',
      fr: 'Liste les sessions de la personne, les plus récentes d’abord.',
    },
    'session end': {
      en: 'Ends one of the person’s sessions.',
      fr: 'Met fin à l’une des sessions de la personne.',
    },
    'session end-others': {
      en: 'Ends all sessions of the person except this one.',
      fr: 'Met fin à toutes les sessions de la personne sauf celle-ci.',
    },
    'sign-in look': {
      en: 'Returns the settings of the sign-in page.',
      fr: 'Renvoie les réglages de la page de connexion.',
    },
    'sign-in begin': {
      en: 'Signs in with an email address and a password.',
      fr: 'Connecte par une adresse e-mail et un mot de passe.',
    },
    'sign-in ask-passkey': {
      en: 'Returns the challenge for signing in with a passkey; valid once, for five minutes.',
      fr: 'Renvoie le défi pour se connecter avec une clé d’accès ; valable une fois, cinq minutes.',
    },
    'sign-in by-passkey': {
      en: 'Signs in with a passkey, which counts as both factors.',
      fr: 'Connecte par une clé d’accès, qui vaut les deux facteurs.',
    },
    'sign-in confirm': {
      en: 'Confirms the sign-in with a password and the second factor, for actions that require a recent sign-in.',
      fr: 'Confirme la connexion avec le mot de passe et le second facteur, pour les actions qui exigent une connexion récente.',
    },
    'sign-in confirm-passkey': {
      en: 'Confirms the sign-in with a passkey.',
      fr: 'Confirme la connexion avec une clé d’accès.',
    },
    'sign-in end': { en: 'Ends the session.', fr: 'Met fin à la session.' },
    'sign-in forgot': {
      en: 'Emails a link for a new password, valid once for ten minutes, if the address is known. The response is the same if it is not.',
      fr: 'Envoie par e-mail un lien pour un nouveau mot de passe, valable une fois pendant dix minutes, si l’adresse est connue. La réponse est la même si elle ne l’est pas.',
    },
    'setup make': {
      en: 'Creates the first administrator with the token of the setup link, with a password or a passkey, and signs them in.',
      fr: 'Crée le premier administrateur avec le jeton du lien d’installation, avec un mot de passe ou une clé d’accès, et le connecte.',
    },
    'setup look': {
      en: 'Returns what the setup page needs, if the token of its link is valid.',
      fr: 'Renvoie ce qu’il faut à la page d’installation, si le jeton de son lien est valable.',
    },
    'setup propose-passkey': {
      en: 'Returns the challenge for creating the first administrator’s passkey.',
      fr: 'Renvoie le défi pour créer la clé d’accès du premier administrateur.',
    },
    'link look': {
      en: 'Returns what an invitation or reset link is for, before it is used.',
      fr: 'Renvoie l’objet d’un lien d’invitation ou de réinitialisation, avant son emploi.',
    },
    'link use': {
      en: 'Accepts an invitation as a new person, with a password or a passkey, or sets a new password with a reset link; signs in.',
      fr: 'Accepte une invitation comme nouvelle personne, avec un mot de passe ou une clé d’accès, ou fixe un nouveau mot de passe avec un lien de réinitialisation ; connecte.',
    },
    'link password': {
      en: 'Sets a new password with an emailed link, and ends all sessions. It signs nobody in; second factors stay.',
      fr: 'Fixe un nouveau mot de passe avec un lien reçu par e-mail, et met fin à toutes les sessions. Personne n’est connecté ; les seconds facteurs restent.',
    },
    'link take': {
      en: 'Accepts an invitation as the signed-in person.',
      fr: 'Accepte une invitation en tant que personne connectée.',
    },
    'link propose-passkey': {
      en: 'Returns the challenge for creating an invited person’s passkey.',
      fr: 'Renvoie le défi pour créer la clé d’accès d’une personne invitée.',
    },
    'factor list': {
      en: 'Lists the person’s second factors.',
      fr: 'Liste les seconds facteurs de la personne.',
    },
    'factor propose-app': {
      en: 'Creates a secret for an authenticator app; it is stored once a code confirms it.',
      fr: 'Crée un secret pour une application d’authentification ; il est enregistré une fois confirmé par un code.',
    },
    'factor add-app': {
      en: 'Adds the authenticator app as second factor, and ends all other sessions.',
      fr: 'Ajoute l’application d’authentification comme second facteur, et met fin à toutes les autres sessions.',
    },
    'factor remove-app': {
      en: 'Removes the authenticator app, and ends all other sessions.',
      fr: 'Retire l’application d’authentification, et met fin à toutes les autres sessions.',
    },
    'factor renew-codes': {
      en: 'Creates new recovery codes; the previous ones stop working.',
      fr: 'Crée de nouveaux codes de secours ; les précédents cessent de fonctionner.',
    },
    'passkey propose': {
      en: 'Returns the challenge for creating a passkey; valid once, for five minutes.',
      fr: 'Renvoie le défi pour créer une clé d’accès ; valable une fois, cinq minutes.',
    },
    'passkey add': {
      en: 'Adds a passkey, and ends all other sessions. Creates recovery codes if there are none.',
      fr: 'Ajoute une clé d’accès, et met fin à toutes les autres sessions. Crée des codes de secours s’il n’y en a pas.',
    },
    'passkey rename': { en: 'Renames a passkey.', fr: 'Renomme une clé d’accès.' },
    'passkey remove': {
      en: 'Removes a passkey, and ends all other sessions.',
      fr: 'Retire une clé d’accès, et met fin à toutes les autres sessions.',
    },
    'address show': {
      en: 'Returns the requested new address that is not confirmed yet.',
      fr: 'Renvoie la nouvelle adresse demandée et pas encore confirmée.',
    },
    'address ask': {
      en: 'Requests a change of address: emails a link to the new address, valid for 24 hours, and notifies the old one. Nothing changes until the link is confirmed.',
      fr: 'Demande un changement d’adresse : envoie un lien à la nouvelle adresse, valable 24 heures, et avertit l’ancienne. Rien ne change avant la confirmation du lien.',
    },
    'address cancel': {
      en: 'Cancels the change of address; the emailed link stops working.',
      fr: 'Annule le changement d’adresse ; le lien envoyé cesse de fonctionner.',
    },
    'address look': {
      en: 'Returns the address that an emailed link confirms, before it is used.',
      fr: 'Renvoie l’adresse que confirme un lien reçu par e-mail, avant son emploi.',
    },
    'address confirm': {
      en: 'Confirms the new address with the emailed link.',
      fr: 'Confirme la nouvelle adresse avec le lien qui y a été envoyé.',
    },
    'view begin': {
      en: 'Opens a read-only view of an account for 30 minutes; its audit log records the reason.',
      fr: 'Ouvre la consultation d’un compte en lecture seule pendant 30 minutes ; son journal d’audit note la raison.',
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
      en: 'The email address or the password is wrong.',
      fr: 'L’adresse e-mail ou le mot de passe est incorrect.',
      fix: {
        en: 'Try again, or reset your password on the sign-in page.',
        fr: 'Réessayez, ou réinitialisez votre mot de passe sur la page de connexion.',
      },
    },
    'code is needed': {
      kind: 'unproved',
      en: 'A second factor is required.',
      fr: 'Un second facteur est obligatoire.',
      fix: {
        en: 'Enter the code of your authenticator app, or a recovery code; or sign in with your passkey.',
        fr: 'Saisissez le code de votre application d’authentification, ou un code de secours ; ou connectez-vous avec votre clé d’accès.',
      },
    },
    'code is wrong': {
      kind: 'unproved',
      en: 'The code is wrong, or was already used.',
      fr: 'Le code est incorrect, ou a déjà servi.',
      fix: {
        en: 'Wait for the next code. If the error persists, check the clock of the phone.',
        fr: 'Attendez le code suivant. Si l’erreur persiste, vérifiez l’horloge du téléphone.',
      },
    },
    'passkey is wrong': {
      kind: 'unproved',
      en: 'The passkey was not accepted: it is unknown here, or the request timed out.',
      fr: 'La clé d’accès n’a pas été acceptée : elle est inconnue ici, ou la demande a expiré.',
      fix: {
        en: 'Try again with the passkey that you created for this address.',
        fr: 'Réessayez avec la clé d’accès créée pour cette adresse.',
      },
    },
    'passkeys are not offered': {
      kind: 'conflict',
      en: 'Passkeys require a host name with https, or localhost.',
      fr: 'Les clés d’accès exigent un nom d’hôte en https, ou localhost.',
      fix: {
        en: 'Open the page at its https address, or at localhost.',
        fr: 'Ouvrez la page à son adresse https, ou sur localhost.',
      },
    },
    'too many passkeys': {
      kind: 'conflict',
      en: 'You have reached the maximum number of passkeys.',
      fr: 'Vous avez atteint le nombre maximal de clés d’accès.',
      fix: {
        en: 'Remove an unused passkey in your profile.',
        fr: 'Retirez de votre profil une clé d’accès inutilisée.',
      },
    },
    'last way in': {
      kind: 'conflict',
      en: 'This passkey is your only way to sign in.',
      fr: 'Cette clé d’accès est votre seul moyen de vous connecter.',
      fix: {
        en: 'Set a password or add another passkey before you remove this one.',
        fr: 'Définissez un mot de passe ou ajoutez une autre clé d’accès avant de retirer celle-ci.',
      },
    },
    'link is not valid': {
      kind: 'forbidden',
      en: 'The link is not valid: it is incomplete, has expired, or was already used.',
      fr: 'Le lien n’est pas valide : il est incomplet, a expiré, ou a déjà servi.',
      fix: {
        en: 'Ask for a new one: for an invitation, the person who invited you; for a forgotten password, the sign-in page.',
        fr: 'Demandez-en un nouveau : pour une invitation, à la personne qui vous a invité ; pour un mot de passe oublié, sur la page de connexion.',
      },
    },
    'address link is not valid': {
      kind: 'forbidden',
      en: 'The link confirms no address of this user: it is incomplete, has expired, was already used, or belongs to another user.',
      fr: 'Le lien ne confirme aucune adresse de cet utilisateur : il est incomplet, a expiré, a déjà servi, ou appartient à un autre utilisateur.',
      fix: {
        en: 'Request a new link in your profile, or sign in as the user who requested this one.',
        fr: 'Demandez un nouveau lien dans votre profil, ou connectez-vous avec l’utilisateur qui a demandé celui-ci.',
      },
    },
    'sign in for this link': {
      kind: 'conflict',
      en: 'You already have a user here.',
      fr: 'Vous avez déjà un utilisateur ici.',
      fix: {
        en: 'Sign in, then open the link again.',
        fr: 'Connectez-vous, puis ouvrez le lien de nouveau.',
      },
    },
    'address is taken': {
      kind: 'conflict',
      en: 'This email address is already in use.',
      fr: 'Cette adresse e-mail est déjà utilisée.',
      fix: {
        en: 'Use another address, or invite that person.',
        fr: 'Utilisez une autre adresse, ou invitez cette personne.',
      },
    },
    'too many sign-ins': {
      kind: 'too many',
      en: 'Too many wrong passwords.',
      fr: 'Trop de mots de passe incorrects.',
      fix: {
        en: 'Wait a few minutes, then try again.',
        fr: 'Patientez quelques minutes, puis réessayez.',
      },
    },
    'address cannot be confirmed': {
      kind: 'conflict',
      en: 'This server sends no email, so that a new address cannot be confirmed by email.',
      fr: 'Ce serveur n’envoie pas d’e-mails : une nouvelle adresse ne peut pas être confirmée par e-mail.',
      fix: {
        en: 'Ask the administrator of this server for a confirmation link.',
        fr: 'Demandez un lien de confirmation à l’administrateur de ce serveur.',
      },
    },
    'too many links': {
      kind: 'too many',
      en: 'Too many links were requested.',
      fr: 'Trop de liens ont été demandés.',
      fix: {
        en: 'Wait an hour, then try again.',
        fr: 'Patientez une heure, puis réessayez.',
      },
    },
    'password is easy to guess': {
      kind: 'invalid',
      en: 'This password is easy to guess: it is common, or made of well-known names.',
      fr: 'Ce mot de passe est facile à deviner : il est courant, ou fait de noms connus.',
      fix: {
        en: 'Use several unrelated words.',
        fr: 'Utilisez plusieurs mots sans rapport entre eux.',
      },
    },
    'setup link is not valid': {
      kind: 'forbidden',
      en: 'The setup link is not valid: it is incomplete, has expired, or was replaced by a newer one.',
      fr: 'Le lien d’installation n’est pas valide : il est incomplet, a expiré, ou a été remplacé par un plus récent.',
      fix: {
        en: 'Create a new link on the server with parley setup-link, then open it.',
        fr: 'Créez un nouveau lien sur le serveur avec parley setup-link, puis ouvrez-le.',
      },
    },
    'setup is done': {
      kind: 'conflict',
      en: 'Parley is already set up: an administrator exists.',
      fr: 'Parley est déjà installé : un administrateur existe.',
      fix: {
        en: 'Sign in, or ask an administrator for an invitation.',
        fr: 'Connectez-vous, ou demandez une invitation à un administrateur.',
      },
    },
    'password is too short': {
      kind: 'invalid',
      en: 'The password must have at least {min} characters.',
      fr: 'Le mot de passe doit avoir au moins {min} caractères.',
      fix: {
        en: 'Use a longer one, such as a sentence.',
        fr: 'Utilisez-en un plus long, par exemple une phrase.',
      },
    },
    'password is too long': {
      kind: 'invalid',
      en: 'The password must have at most {max} bytes.',
      fr: 'Le mot de passe doit avoir au plus {max} octets.',
      fix: { en: 'Use a shorter one.', fr: 'Utilisez-en un plus court.' },
    },
  },
} as const satisfies NounWords;
