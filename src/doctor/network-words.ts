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
  en: 'Check that the relay runs on that port and accepts this user and password: --mail-relay.',
  fr: 'Vérifiez que le relais tourne sur ce port et accepte cet utilisateur et ce mot de passe : --mail-relay.',
};

const enterRecords: Sentence = {
  en: 'Publish the DNS records that this command shows: parley domain check {domain}.',
  fr: 'Publiez les enregistrements DNS que montre cette commande : parley domain check {domain}.',
};

export const networkWords = {
  'no domain is proved': {
    of: subjects.mailPort,
    says: {
      en: 'No verified domain whose mail servers could be tested.',
      fr: 'Aucun domaine vérifié dont les serveurs d’e-mail pourraient être testés.',
    },
    fix: {
      en: 'Verify a domain, then its servers can be tested: parley domain check DOMAIN.',
      fr: 'Vérifiez un domaine, dont les serveurs pourront être testés : parley domain check DOMAIN.',
    },
  },
  'mail server answers': {
    of: subjects.mailPort,
    says: { en: '{host} responds ({security}).', fr: '{host} répond ({security}).' },
  },
  'no mail server answers': {
    of: subjects.mailPort,
    says: {
      en: 'No mail server of a verified domain could be reached: {why}.',
      fr: 'Aucun serveur d’e-mail d’un domaine vérifié n’a été atteint : {why}.',
    },
    fix: {
      en: 'Ask your provider to open this port for outgoing connections, or send through a relay: --mail-mode relay.',
      fr: 'Demandez à votre hébergeur d’ouvrir ce port pour les connexions sortantes, ou envoyez par un relais : --mail-mode relay.',
    },
  },
  'relay has no address': {
    of: subjects.relay,
    says: { en: '{host} has no address in the DNS.', fr: '{host} n’a pas d’adresse dans le DNS.' },
    fix: checkRelay,
  },
  'relay takes mails': {
    of: subjects.relay,
    says: {
      en: 'It accepts our connection ({security}).',
      fr: 'Il accepte notre connexion ({security}).',
    },
  },
  'relay does not answer well': {
    of: subjects.relay,
    says: { en: '{why}.', fr: '{why}.' },
    fix: checkRelay,
  },
  'name server answers': {
    of: subjects.nameServer,
    says: { en: 'It responds.', fr: 'Il répond.' },
  },
  'name server does not answer': {
    of: subjects.nameServer,
    says: {
      en: 'DNS queries fail: {why}.',
      fr: 'Les requêtes DNS échouent : {why}.',
    },
    fix: {
      en: 'Set a name server that responds with --dns; otherwise /etc/resolv.conf is used.',
      fr: 'Réglez un serveur de noms qui répond par --dns ; sinon /etc/resolv.conf est utilisé.',
    },
  },
  'public name has an address': {
    of: subjects.publicName,
    says: { en: '{name} resolves to {addresses}.', fr: '{name} a pour adresse {addresses}.' },
  },
  'public name was not looked up': {
    of: subjects.publicName,
    says: {
      en: '{name} could not be resolved: {why}.',
      fr: '{name} n’a pu être résolu : {why}.',
    },
    fix: { en: 'Run the check again later.', fr: 'Relancez la vérification plus tard.' },
  },
  'public name is known here': {
    of: subjects.publicName,
    says: {
      en: '{name} is known to this machine, but not to the DNS.',
      fr: '{name} est connu de cette machine, mais pas du DNS.',
    },
  },
  'public name has no address': {
    of: subjects.publicName,
    says: { en: '{name} has no address in the DNS.', fr: '{name} n’a pas d’adresse dans le DNS.' },
    fix: {
      en: 'Publish an A or AAAA record for {name}, or set --public-url to a name that has one.',
      fr: 'Publiez un enregistrement A ou AAAA pour {name}, ou réglez --public-url à un nom qui en a un.',
    },
  },
  'mail name is unset': {
    of: { en: 'mail name', fr: 'nom de l’e-mail' },
    says: {
      en: 'It is not set: mail servers are greeted with the host name of this machine.',
      fr: 'Il n’est pas réglé : les serveurs d’e-mail sont salués avec le nom d’hôte de cette machine.',
    },
    fix: {
      en: 'Set --mail-hello to the name in the PTR record of this machine’s address.',
      fr: 'Réglez --mail-hello au nom de l’enregistrement PTR de l’adresse de cette machine.',
    },
  },
  'domain took too long': {
    of: subjects.domain,
    says: { en: 'The DNS did not respond in time.', fr: 'Le DNS n’a pas répondu à temps.' },
    fix: enterRecords,
  },
  'domain is ready': {
    of: subjects.domain,
    says: {
      en: '{report}',
      fr: '{report}',
    },
  },
  'domain record is wrong': {
    of: subjects.domain,
    says: {
      en: '{report} {troubles}',
      fr: '{report} {troubles}',
    },
    fix: enterRecords,
  },
  'domain record is missing': {
    of: subjects.domain,
    says: {
      en: '{report} {troubles}',
      fr: '{report} {troubles}',
    },
    fix: enterRecords,
  },
  'domain is unknown now': {
    of: subjects.domain,
    says: {
      en: '{report} {troubles}',
      fr: '{report} {troubles}',
    },
    fix: enterRecords,
  },
  'domains were left out': {
    of: { en: 'domains', fr: 'domaines' },
    says: {
      en: '{left} more were not checked.',
      fr: '{left} autres n’ont pas été vérifiés.',
    },
  },
  'public URL leads elsewhere': {
    of: subjects.publicUrlFromHere,
    says: {
      en: '{url}/healthz responds with {status}, and the response is not from Parley.',
      fr: '{url}/healthz répond {status}, et la réponse ne vient pas de Parley.',
    },
    fix: {
      en: 'Configure the proxy to forward every path to the HTTP port of this server.',
      fr: 'Configurez le proxy pour qu’il transmette chaque chemin au port HTTP de ce serveur.',
    },
  },
  'public URL answers in clear': {
    of: subjects.publicUrlFromHere,
    says: { en: '{url} responds, without encryption.', fr: '{url} répond, sans chiffrement.' },
  },
  'public URL answers': {
    of: subjects.publicUrlFromHere,
    says: {
      en: '{url} responds; its certificate expires on {until}.',
      fr: '{url} répond ; son certificat expire le {until}.',
    },
    fix: {
      en: 'Renew the certificate on the proxy.',
      fr: 'Renouvelez le certificat sur le proxy.',
    },
  },
  'public URL has no valid certificate': {
    of: subjects.publicUrlFromHere,
    says: {
      en: 'The certificate of {url} is not valid: {problem}.',
      fr: 'Le certificat de {url} n’est pas valide : {problem}.',
    },
    fix: {
      en: 'Install a valid certificate for that name on the proxy, with its chain.',
      fr: 'Installez sur le proxy un certificat valide pour ce nom, avec sa chaîne.',
    },
  },
  'public URL does not answer': {
    of: subjects.publicUrlFromHere,
    says: { en: '{url} does not respond: {why}.', fr: '{url} ne répond pas : {why}.' },
    fix: {
      en: 'Check that the name resolves to the proxy, that the proxy runs, and that its port is open.',
      fr: 'Vérifiez que le nom a l’adresse du proxy, que celui-ci tourne, et que son port est ouvert.',
    },
  },
} as const satisfies Readonly<Record<string, FindingWords>>;
