/** How requests and replies of an account look. */
import { defineTexts } from './texts.ts';

export const switchTexts = defineTexts({
  en: {
    switches: 'Requests and replies',
    keyPlaces: 'Where requests send their key',
    keyPlacesHint: 'Proxy logs record the query. Keys in other places are refused.',
    keyAnywhere: 'Query, body or header',
    keyInBody: 'Body or header',
    keyInHeader: 'Header only',
    xmlForm: 'XML replies',
    xmlFormHint: 'For programs that read elements by position.',
    xmlNamed: 'Named elements',
    xmlPositional: 'Elements called entry',
    signature: 'Signature inside replies (sig)',
    signatureHint: 'Adds timestamp, nonce and sig to what phones write to long numbers.',
    signatureOff: 'Off',
  },
  fr: {
    switches: 'Requêtes et réponses',
    keyPlaces: 'Où les requêtes portent leur clé',
    keyPlacesHint:
      'Les journaux des proxys enregistrent l’URL. Une clé placée ailleurs est refusée.',
    keyAnywhere: 'URL, corps ou en-tête',
    keyInBody: 'Corps ou en-tête',
    keyInHeader: 'En-tête seul',
    xmlForm: 'Réponses XML',
    xmlFormHint: 'Pour les programmes qui lisent les éléments par position.',
    xmlNamed: 'Éléments nommés',
    xmlPositional: 'Éléments nommés entry',
    signature: 'Signature dans les réponses (sig)',
    signatureHint: 'Ajoute timestamp, nonce et sig à ce qui arrive sur les numéros longs.',
    signatureOff: 'Non',
  },
});
