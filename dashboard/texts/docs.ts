/** The documentation's frame; what it says itself is written once, in English, below docs/. */
import { defineTexts } from './texts.ts';

export const docsTexts = defineTexts({
  en: {
    intro: 'Your test key and the address of this server stand in the examples.',
    pages: 'Pages of the documentation',
    contents: 'On this page',
    code: 'Example',
    http: 'HTTP interface',
    webhooks: 'Webhooks',
    errors: 'Errors',
    simulator: 'Simulator',
    mail: 'Emails',
    calls: 'Calls',
    smpp: 'SMPP',
    operation: 'Operation',
    configuration: 'Settings',
    commands: 'Commands',
    security: 'Security',
    clustering: 'Several processes',
    migrating: 'From Kannel or Jasmin',
  },
  fr: {
    intro:
      'Votre clé de test et l’adresse de ce serveur figurent dans les exemples. Les textes sont en anglais.',
    pages: 'Pages de la documentation',
    contents: 'Sur cette page',
    code: 'Exemple',
    http: 'Interface HTTP',
    webhooks: 'Webhooks',
    errors: 'Erreurs',
    simulator: 'Simulateur',
    mail: 'E-mails',
    calls: 'Appels',
    smpp: 'SMPP',
    operation: 'Exploitation',
    configuration: 'Réglages',
    commands: 'Commandes',
    security: 'Sécurité',
    clustering: 'Plusieurs processus',
    migrating: 'Depuis Kannel ou Jasmin',
  },
});
