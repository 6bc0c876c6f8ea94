/** What the console says of the doctor. What it finds comes with its sentences in both languages. */
import { defineTexts } from './texts.ts';

export const doctorTexts = defineTexts({
  en: {
    title: 'Doctor',
    run: 'Run the doctor',
    text: 'Checks folder, disk, key, clock, database, balances, binds, certificates, age of the backup and overdue work.',
    bundle: 'Diagnostics',
    bundleText:
      'Diagnostics are one file for support: configuration and state, without secrets, contents, phones, addresses or customer names.',
    of: 'Check',
    verdict: 'Verdict',
    ok: 'OK',
    warn: 'Warning',
    fail: 'Failed',
    says: 'Finding',
    fix: 'What to do',
  },
  fr: {
    title: 'Diagnostic',
    run: 'Lancer le diagnostic',
    text: 'Vérifie le dossier, le disque, la clé, l’horloge, la base, les soldes, les liaisons, les certificats, l’âge de la sauvegarde et les retards.',
    bundle: 'Fichier de diagnostic',
    bundleText:
      'Ce fichier est destiné au support : réglages et état, sans secrets, contenus, numéros, adresses ni noms de clients.',
    of: 'Contrôle',
    verdict: 'Verdict',
    ok: 'OK',
    warn: 'Avertissement',
    fail: 'Échec',
    says: 'Constat',
    fix: 'Que faire',
  },
});
