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
    signInByPasskey: 'Sign in with a passkey',
    lostPasskey:
      'Lost your passkey? Enter a recovery code beside your password, or in its place if you have none.',
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
    signInByPasskey: 'Se connecter avec une clé d’accès',
    lostPasskey:
      'Clé d’accès perdue ? Saisissez un code de secours en plus du mot de passe, ou à sa place si vous n’en avez pas.',
  },
});
