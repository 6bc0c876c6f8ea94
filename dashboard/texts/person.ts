/** Setting up, signing in, and the own person. */
import { defineTexts } from './texts.ts';

export const personTexts = defineTexts({
  en: {
    setupTitle: 'Set up Parley',
    setupIntro: 'Create the administrator of this installation. There is no default password.',
    noToken: 'Open this page by its setup link. A fresh link is made on the server:',
    email: 'E-mail address',
    createAdministrator: 'Create the administrator',
    signInTitle: 'Sign in',
    signIn: 'Sign in',
    sessionHasEnded:
      'Your session here has ended: its time was over, or it was ended in another browser. Sign in again.',
    signInByPasskey: 'Sign in with a passkey',
    lostPasskey:
      'Lost your passkey? Enter a recovery code beside your password, or in its place if you have none.',
    forgot: 'Forgot your password?',
    forgotTitle: 'Another password',
    forgotText:
      'Enter the address that you sign in by. You get a link for another password, good for ten minutes. Your second factor stays as it is.',
    forgotWithoutMail:
      'This installation mails no links. Ask an administrator for one, who makes it on the server:',
    askForLink: 'Send the link',
    resetAsked:
      'If somebody signs in by this address, a mail with the link is on its way. Look among unwanted mail too; three come in an hour at most.',
    backToSignIn: 'Back to the sign-in',
    passwordIsSet: 'Your password is changed, and your sessions have ended. Sign in with it.',
  },
  fr: {
    setupTitle: 'Installer Parley',
    setupIntro:
      'Créez l’administrateur de cette installation. Il n’y a pas de mot de passe par défaut.',
    noToken: 'Ouvrez cette page par son lien d’installation. Le serveur en fait un nouveau :',
    email: 'Adresse e-mail',
    createAdministrator: 'Créer l’administrateur',
    signInTitle: 'Connexion',
    signIn: 'Se connecter',
    sessionHasEnded:
      'Votre session ici est terminée : son temps était écoulé, ou un autre navigateur y a mis fin. Reconnectez-vous.',
    signInByPasskey: 'Se connecter avec une clé d’accès',
    lostPasskey:
      'Clé d’accès perdue ? Saisissez un code de secours en plus du mot de passe, ou à sa place si vous n’en avez pas.',
    forgot: 'Mot de passe oublié ?',
    forgotTitle: 'Un autre mot de passe',
    forgotText:
      'Saisissez l’adresse avec laquelle vous vous connectez. Vous recevez un lien pour un autre mot de passe, valable dix minutes. Votre second facteur reste tel quel.',
    forgotWithoutMail:
      'Cette installation n’envoie pas de liens. Demandez-en un à un administrateur, qui le fait sur le serveur :',
    askForLink: 'Envoyer le lien',
    resetAsked:
      'Si quelqu’un se connecte avec cette adresse, un message avec le lien est en route. Regardez aussi dans les indésirables ; trois arrivent par heure au plus.',
    backToSignIn: 'Retour à la connexion',
    passwordIsSet:
      'Votre mot de passe est changé, et vos sessions sont terminées. Connectez-vous avec lui.',
  },
});
