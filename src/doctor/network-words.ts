/** What the doctor says of the network around: name servers, sending domains, mail servers, the public URL from here. */
import type { Sentence } from '#core/words.ts';
import type { FindingWords } from './finding-words.ts';

const subjects = {
  publicUrlFromHere: { en: 'public URL, from here', fr: 'URL publique, vue d’ici' },
  mailPort: { en: 'port {port}', fr: 'port {port}' },
  relay: { en: 'relay {host}', fr: 'relais {host}' },
  nameServer: { en: 'name server', fr: 'serveur de noms' },
  publicName: { en: 'public name', fr: 'nom public' },
  domain: { en: 'domain {domain}', fr: 'domaine {domain}' },
} as const satisfies Readonly<Record<string, Sentence>>;

const checkRelay: Sentence = {
  en: 'See that it runs at that port and takes this user and password: --mail-relay.',
  fr: 'Vérifiez qu’il tourne à ce port et accepte cet utilisateur et ce mot de passe : --mail-relay.',
};

const enterRecords: Sentence = {
  en: 'Enter what this shows: parley domain check {domain}.',
  fr: 'Saisissez ce que ceci montre : parley domain check {domain}.',
};

export const networkWords = {
  'no domain is proved': {
    of: subjects.mailPort,
    says: {
      en: 'There is no proved domain whose mail servers could be tried.',
      fr: 'Il n’y a pas de domaine prouvé dont les serveurs d’e-mail pourraient être essayés.',
    },
    fix: {
      en: 'Prove a domain, whose servers can then be tried: parley domain check DOMAIN.',
      fr: 'Prouvez un domaine, dont les serveurs pourront être essayés : parley domain check DOMAIN.',
    },
  },
  'mail server answers': {
    of: subjects.mailPort,
    says: { en: '{host} answers, {security}.', fr: '{host} répond ({security}).' },
  },
  'no mail server answers': {
    of: subjects.mailPort,
    says: {
      en: 'No mail server of a proved domain could be reached: {why}.',
      fr: 'Aucun serveur d’e-mail d’un domaine prouvé n’a été atteint : {why}.',
    },
    fix: {
      en: 'Have your provider open this port for what leaves this machine, or send by a relay: --mail-mode relay.',
      fr: 'Faites ouvrir ce port par votre hébergeur pour ce qui quitte cette machine, ou envoyez par un relais : --mail-mode relay.',
    },
  },
  'relay has no address': {
    of: subjects.relay,
    says: { en: '{host} has no address.', fr: '{host} n’a pas d’adresse.' },
    fix: checkRelay,
  },
  'relay takes mails': {
    of: subjects.relay,
    says: { en: 'It takes us, {security}.', fr: 'Il nous accepte ({security}).' },
  },
  'relay does not answer well': {
    of: subjects.relay,
    says: { en: '{why}.', fr: '{why}.' },
    fix: checkRelay,
  },
  'name server answers': {
    of: subjects.nameServer,
    says: { en: 'It answers.', fr: 'Il répond.' },
  },
  'name server does not answer': {
    of: subjects.nameServer,
    says: {
      en: 'Nothing can be looked up: {why}.',
      fr: 'Rien ne peut être cherché : {why}.',
    },
    fix: {
      en: 'Name one that answers: --dns; unless set, /etc/resolv.conf names it.',
      fr: 'Nommez-en un qui répond : --dns ; sans ce réglage, /etc/resolv.conf le nomme.',
    },
  },
  'public name has an address': {
    of: subjects.publicName,
    says: { en: '{name} is {addresses}.', fr: '{name} est {addresses}.' },
  },
  'public name was not looked up': {
    of: subjects.publicName,
    says: {
      en: '{name} could not be looked up: {why}.',
      fr: '{name} n’a pas pu être cherché : {why}.',
    },
    fix: { en: 'Look again later.', fr: 'Regardez de nouveau plus tard.' },
  },
  'public name is known here': {
    of: subjects.publicName,
    says: {
      en: '{name} is known to this machine, not to the DNS.',
      fr: '{name} est connu de cette machine, pas du DNS.',
    },
  },
  'public name has no address': {
    of: subjects.publicName,
    says: { en: '{name} has no address.', fr: '{name} n’a pas d’adresse.' },
    fix: {
      en: 'Enter an A or AAAA record for {name}, or set --public-url to a name that has one.',
      fr: 'Saisissez un enregistrement A ou AAAA pour {name}, ou réglez --public-url à un nom qui en a un.',
    },
  },
  'mail name is unset': {
    of: { en: 'mail name', fr: 'nom de l’e-mail' },
    says: {
      en: 'Servers hear the name of this machine, whatever it is.',
      fr: 'Les serveurs entendent le nom de cette machine, quel qu’il soit.',
    },
    fix: {
      en: 'Set --mail-hello to the name to which the address of this machine leads back.',
      fr: 'Réglez --mail-hello au nom auquel ramène l’adresse de cette machine.',
    },
  },
  'domain took too long': {
    of: subjects.domain,
    says: { en: 'The DNS took too long.', fr: 'Le DNS a mis trop longtemps.' },
    fix: enterRecords,
  },
  'domain is ready': {
    of: subjects.domain,
    says: {
      en: '{report}',
      fr: 'Prêt, pour ce qui a été examiné : parley domain check {domain}.',
    },
  },
  'domain record is wrong': {
    of: subjects.domain,
    says: {
      en: '{report} {troubles}',
      fr: 'Pas prêt : un enregistrement dit autre chose que ce qu’il devrait. {troubles}',
    },
    fix: enterRecords,
  },
  'domain record is missing': {
    of: subjects.domain,
    says: {
      en: '{report} {troubles}',
      fr: 'Pas prêt : un enregistrement manque. {troubles}',
    },
    fix: enterRecords,
  },
  'domain is unknown now': {
    of: subjects.domain,
    says: {
      en: '{report} {troubles}',
      fr: 'Impossible à dire maintenant : le DNS n’a pas tout répondu. {troubles}',
    },
    fix: enterRecords,
  },
  'domains were left out': {
    of: { en: 'domains', fr: 'domaines' },
    says: {
      en: '{left} more were not looked at.',
      fr: '{left} autres n’ont pas été examinés.',
    },
  },
  'public URL leads elsewhere': {
    of: subjects.publicUrlFromHere,
    says: {
      en: '{url}/healthz answers {status}, and not as Parley does.',
      fr: '{url}/healthz répond {status}, et pas comme Parley.',
    },
    fix: {
      en: 'Have the proxy there hand every path to the HTTP port of this server.',
      fr: 'Faites passer par le proxy chaque chemin au port HTTP de ce serveur.',
    },
  },
  'public URL answers in clear': {
    of: subjects.publicUrlFromHere,
    says: { en: '{url} answers, in clear.', fr: '{url} répond, en clair.' },
  },
  'public URL answers': {
    of: subjects.publicUrlFromHere,
    says: {
      en: '{url} answers; its certificate ends on {until}.',
      fr: '{url} répond ; son certificat expire le {until}.',
    },
    fix: { en: 'Renew it where the proxy has it.', fr: 'Renouvelez-le là où le proxy l’a.' },
  },
  'public URL has no valid certificate': {
    of: subjects.publicUrlFromHere,
    says: {
      en: 'The certificate of {url} is not accepted: {problem}.',
      fr: 'Le certificat de {url} n’est pas accepté : {problem}.',
    },
    fix: {
      en: 'Give the proxy a certificate for that name, in force and with its chain.',
      fr: 'Donnez au proxy un certificat pour ce nom, en vigueur et avec sa chaîne.',
    },
  },
  'public URL does not answer': {
    of: subjects.publicUrlFromHere,
    says: { en: '{url} does not answer: {why}.', fr: '{url} ne répond pas : {why}.' },
    fix: {
      en: 'See that the name leads to the proxy, that it runs, and that its port is open.',
      fr: 'Vérifiez que le nom mène au proxy, qu’il tourne, et que son port est ouvert.',
    },
  },
} as const satisfies Readonly<Record<string, FindingWords>>;
