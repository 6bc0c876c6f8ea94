/** What the search offers to do. */
import { defineTexts } from './texts.ts';

export const actionTexts = defineTexts({
  en: {
    sendSms: 'Send an SMS',
    writeEmail: 'Write an email',
    createKey: 'Create an API key for SMS',
    createMailKey: 'Create an API key for email',
    addEndpoint: 'Add a webhook endpoint',
    addDomain: 'Add a sending domain',
    invite: 'Invite a person',
    addSubAccount: 'Create a sub-account',
    erasePerson: 'Erase a person',
    refusedRequests: 'See refused API requests',
    addOperator: 'Add an operator',
    pauseOperator: 'Pause an operator',
    addRoute: 'Add a route',
    setPrice: 'Set a price',
    createAccount: 'Create an account',
    addNumber: 'Add a number',
    addTrunk: 'Add a SIP trunk',
    pauseQueue: 'Pause a queue',
  },
  fr: {
    sendSms: 'Envoyer un SMS',
    writeEmail: 'Écrire un e-mail',
    createKey: 'Créer une clé d’API pour les SMS',
    createMailKey: 'Créer une clé d’API pour les e-mails',
    addEndpoint: 'Ajouter un point de terminaison webhook',
    addDomain: 'Ajouter un domaine d’envoi',
    invite: 'Inviter une personne',
    addSubAccount: 'Créer un sous-compte',
    erasePerson: 'Effacer une personne',
    refusedRequests: 'Voir les requêtes API refusées',
    addOperator: 'Ajouter un opérateur',
    pauseOperator: 'Mettre un opérateur en pause',
    addRoute: 'Ajouter une route',
    setPrice: 'Fixer un tarif',
    createAccount: 'Créer un compte',
    addNumber: 'Ajouter un numéro',
    addTrunk: 'Ajouter un trunk SIP',
    pauseQueue: 'Mettre une file en pause',
  },
});

export type ActionName = keyof (typeof actionTexts)['en'];
