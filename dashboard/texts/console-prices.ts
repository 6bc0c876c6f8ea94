/** What is said where a table of prices is checked, set and taken back. */
import { defineTexts } from './texts.ts';

export const priceTexts = defineTexts({
  en: {
    check: 'Check',
    plan: 'New: {added}. Changed: {changed}. As they are: {same}.',
    undo: 'Undo',
  },
  fr: {
    check: 'Vérifier',
    plan: 'Nouveaux : {added}. Changés : {changed}. Inchangés : {same}.',
    undo: 'Annuler',
  },
});
