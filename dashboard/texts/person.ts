/** Setting up, signing in, and the own person. */
import { defineTexts } from './texts.ts';

export const personTexts = defineTexts({
  en: {
    setupTitle: 'Set up Parley',
    setupIntro: 'Create the administrator of this installation. There is no default password.',
    noToken: 'Open this page by its setup link. A fresh link is made on the server:',
    email: 'E-mail address',
    password: 'Password',
    passwordHint: 'A long sentence is a good password.',
    createAdministrator: 'Create the administrator',
    signInTitle: 'Sign in',
    signIn: 'Sign in',
  },
  fr: {
    setupTitle: 'Installer Parley',
    setupIntro:
      'Créez l’administrateur de cette installation. Il n’y a pas de mot de passe par défaut.',
    noToken: 'Ouvrez cette page par son lien d’installation. Le serveur en fait un nouveau :',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    passwordHint: 'Une longue phrase est un bon mot de passe.',
    createAdministrator: 'Créer l’administrateur',
    signInTitle: 'Connexion',
    signIn: 'Se connecter',
  },
});
