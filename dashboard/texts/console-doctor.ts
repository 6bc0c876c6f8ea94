/** What the console says of the doctor. What it finds comes with its sentences in both languages. */
import { defineTexts } from './texts.ts';

export const doctorTexts = defineTexts({
  en: {
    title: 'Doctor',
    run: 'Run the doctor',
    text: 'Looks at folder, disk, key, clock, database, money, binds, certificates, the age of the backup and what is late.',
    bundle: 'Diagnostics',
    bundleText:
      'The diagnostics are one file to hand on to who looks for a fault: set-up and state, without secrets, contents, phones, addresses or names of customers.',
    of: 'Of',
    verdict: 'Verdict',
    ok: 'OK',
    warn: 'Warning',
    fail: 'Failed',
    says: 'Finding',
    fix: 'What to do',
  },
  fr: {
    title: 'Docteur',
    run: 'Lancer le docteur',
    text: 'Examine le dossier, le disque, la clé, l’horloge, la base, l’argent, les liens, les certificats, l’âge de la sauvegarde et les retards.',
    bundle: 'Diagnostic',
    bundleText:
      'Le diagnostic est un fichier à transmettre à qui cherche une panne : réglages et état, sans secrets, contenus, numéros, adresses ni noms de clients.',
    of: 'De',
    verdict: 'Verdict',
    ok: 'OK',
    warn: 'Avertissement',
    fail: 'Échec',
    says: 'Constat',
    fix: 'Que faire',
  },
});
