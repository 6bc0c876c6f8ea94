/** Setting up, signing in, and the own person. */
import { defineTexts } from './texts.ts';

export const personTexts = defineTexts({
  en: {
    setupTitle: 'Set up Parley',
    setupIntro: 'Create the administrator of this installation. There is no default password.',
    noToken: 'Open this page with the setup link. To create a new link on the server, run:',
    email: 'Email address',
    createAdministrator: 'Create the administrator',
    signInTitle: 'Sign in',
    signIn: 'Sign in',
    sessionHasEnded: 'Your session has expired, or was ended in another browser. Sign in again.',
    signInByPasskey: 'Sign in with a passkey',
    lostPasskey:
      'Lost your passkey? Enter a recovery code together with your password, or alone if you have no password.',
    forgot: 'Forgot your password?',
    forgotTitle: 'Reset your password',
    forgotText:
      'Enter the email address that you sign in with. You get a link for a new password, valid for ten minutes. Your second factor stays unchanged.',
    forgotWithoutMail:
      'This installation cannot mail links: it has no public address, or sends no email. Ask an administrator to create a link on the server:',
    askForLink: 'Send the link',
    resetAsked:
      'If the address is known, an email with the link was sent. Check the spam folder as well. At most three such emails are sent in an hour.',
    backToSignIn: 'Back to the sign-in',
    linkFails: 'This link cannot be used',
    leaveLink: 'Go to the dashboard',
    passwordIsSet:
      'Your password was changed, and your sessions have ended. Sign in with the new password.',
  },
  fr: {
    setupTitle: 'Installer Parley',
    setupIntro:
      'Créez l’administrateur de cette installation. Il n’y a pas de mot de passe par défaut.',
    noToken:
      'Ouvrez cette page avec le lien d’installation. Pour créer un nouveau lien sur le serveur, lancez :',
    email: 'Adresse e-mail',
    createAdministrator: 'Créer l’administrateur',
    signInTitle: 'Connexion',
    signIn: 'Se connecter',
    sessionHasEnded:
      'Votre session a expiré, ou a été terminée dans un autre navigateur. Reconnectez-vous.',
    signInByPasskey: 'Se connecter avec une clé d’accès',
    lostPasskey:
      'Clé d’accès perdue ? Saisissez un code de secours avec votre mot de passe, ou seul si vous n’en avez pas.',
    forgot: 'Mot de passe oublié ?',
    forgotTitle: 'Réinitialiser votre mot de passe',
    forgotText:
      'Saisissez l’adresse e-mail avec laquelle vous vous connectez. Vous recevez un lien pour un nouveau mot de passe, valable dix minutes. Votre second facteur reste inchangé.',
    forgotWithoutMail:
      'Cette installation ne peut pas envoyer de lien : elle n’a pas d’adresse publique, ou n’envoie pas d’e-mails. Demandez à un administrateur de créer un lien sur le serveur :',
    askForLink: 'Envoyer le lien',
    resetAsked:
      'Si l’adresse est connue, un e-mail avec le lien a été envoyé. Regardez aussi dans les indésirables. Au plus trois de ces e-mails partent par heure.',
    backToSignIn: 'Retour à la connexion',
    linkFails: 'Ce lien ne peut pas servir',
    leaveLink: 'Aller au tableau de bord',
    passwordIsSet:
      'Votre mot de passe est changé, et vos sessions sont terminées. Connectez-vous avec lui.',
  },
});
