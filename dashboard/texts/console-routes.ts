/** What is said where a table of routes is checked, set, taken back and saved. */
import { defineTexts } from './texts.ts';

export const routeTexts = defineTexts({
  en: {
    importRoutes: 'Import',
    importTitle: 'Import routes',
    table: 'Table',
    hint: 'CSV with a header line: prefix, operator, and any of network, grade, senders, priority, weight, buy_price, state. An empty prefix is all numbers.',
    file: 'Or a file',
    removesOthers: 'Remove the routes that it does not name',
    check: 'Check',
    apply: 'Set routes',
    plan: 'New: {added}. Changed: {changed}. Removed: {removed}. Unchanged: {same}.',
    isAdded: 'new',
    isRemoved: 'removed',
    route: '{prefix} by {operator}',
    values: 'priority {priority}, weight {weight}, buys at {price}, {state}',
    done: { one: '{count} route is changed.', other: '{count} routes are changed.' },
    undone: 'The change was undone.',
    removeTitle: 'Remove this route?',
    changesNothing: 'The route is off, so nothing changes.',
    servedBy: 'Messages to its numbers then go by {operator}, by the route of {prefix}.',
    servedByNone: 'No other route fits its numbers: messages to them are refused.',
  },
  fr: {
    importRoutes: 'Importer',
    importTitle: 'Importer des routes',
    table: 'Tableau',
    hint: 'CSV avec en-tête : prefix, operator, et au choix network, grade, senders, priority, weight, buy_price, state. Un préfixe vide désigne tous les numéros.',
    file: 'Ou un fichier',
    removesOthers: 'Supprimer les routes qu’il ne nomme pas',
    check: 'Vérifier',
    apply: 'Fixer les routes',
    plan: 'Nouvelles : {added}. Changées : {changed}. Supprimées : {removed}. Inchangées : {same}.',
    isAdded: 'nouvelle',
    isRemoved: 'supprimée',
    route: '{prefix} par {operator}',
    values: 'priorité {priority}, poids {weight}, achat {price}, {state}',
    done: { one: '{count} route est changée.', other: '{count} routes sont changées.' },
    undone: 'Le changement est annulé.',
    removeTitle: 'Supprimer cette route ?',
    changesNothing: 'Elle est inactive : aucun message ne prend un autre chemin.',
    servedBy:
      'Les messages vers ses numéros passent alors par {operator}, par la route de {prefix}.',
    servedByNone:
      'Aucune autre route ne convient à ses numéros : les messages vers eux sont refusés.',
  },
});
