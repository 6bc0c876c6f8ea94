/** What the pages say, in both languages. */
import type { Language } from '#api/language.ts';

type Texts = Readonly<Record<Language, Readonly<Record<string, string>>>>;

export const landingTexts = {
  en: {
    what: 'This server sends text messages for programs.',
    where: 'Its API answers under /v1.',
    setup: 'A new installation gets its administrator at',
  },
  fr: {
    what: 'Ce serveur envoie des SMS pour des programmes.',
    where: 'Son API répond sous /v1.',
    setup: 'Une nouvelle installation reçoit son administrateur à',
  },
} satisfies Texts;

export const setupTexts = {
  en: {
    title: 'Set up Parley',
    needsScript: 'This page needs JavaScript.',
    noToken: 'Open this page by its setup link. A fresh link is made on the server:',
    intro: 'Create the administrator of this installation.',
    email: 'E-mail address',
    password: 'Password',
    passwordHint: 'At least %charactersMin% characters. A long sentence is a good password.',
    submit: 'Create the administrator',
    offline: 'The server did not answer. Try again.',
    done: 'The administrator exists. This link cannot be used again.',
    next: 'Go on on the command line of the server:',
    makesKey: 'makes an API key',
    listsCommands: 'lists all commands',
  },
  fr: {
    title: 'Installer Parley',
    needsScript: 'Cette page a besoin de JavaScript.',
    noToken: 'Ouvrez cette page par son lien d’installation. Le serveur en fait un nouveau :',
    intro: 'Créez l’administrateur de cette installation.',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    passwordHint: 'Au moins %charactersMin% caractères. Une longue phrase est un bon mot de passe.',
    submit: 'Créer l’administrateur',
    offline: 'Le serveur n’a pas répondu. Réessayez.',
    done: 'L’administrateur existe. Ce lien ne peut plus servir.',
    next: 'Continuez sur la ligne de commande du serveur :',
    makesKey: 'crée une clé d’API',
    listsCommands: 'donne la liste des commandes',
  },
} satisfies Texts;
