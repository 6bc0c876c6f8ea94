/** Lines of the log: emails, the servers they go to, and what comes back. */
import type { LogEvents } from './log-event.ts';

export const mailEvents = {
  'mail.attempted': {
    at: ['debug', 'info'],
    en: 'An email was attempted: `mailId`, `accountId`, `lane`, `host`, `outcome`, `code`, `durationMs`, `bytes`; info if it was not accepted.',
    fr: 'Un e-mail a été tenté : `mailId`, `accountId`, `lane`, `host`, `outcome`, `code`, `durationMs`, `bytes` ; en info s’il n’a pas été accepté.',
  },
  'mail.connected': {
    at: ['debug'],
    en: 'A server is connected: `security` says how.',
    fr: 'Un serveur est connecté : `security` dit comment.',
  },
  'mail.unreachable': {
    at: ['warn', 'error'],
    en: 'No server of an email queue could be reached; an error if it rejected the password.',
    fr: 'Aucun serveur d’une file n’a pu être joint ; une erreur s’il a refusé notre mot de passe.',
  },
  'mail.out_of_step': {
    at: ['warn'],
    en: 'A server answered what was not asked: it is spoken to step by step.',
    fr: 'Un serveur a répondu à ce qui n’était pas demandé : on lui parle pas à pas.',
  },
  'mail.relay_refused': {
    at: ['error'],
    en: 'The relay refuses everything, as it refused this mail.',
    fr: 'Le relais refuse tout, comme il a refusé cet e-mail.',
  },
  'mail.distrusted': {
    at: ['error'],
    en: 'Servers refuse us as senders: connections and rate go down.',
    fr: 'Des serveurs nous refusent comme expéditeurs : connexions et débit baissent.',
  },
  'mail.sender_held': {
    at: ['error'],
    en: 'Servers refuse a domain’s signatures: its mails wait.',
    fr: 'Des serveurs refusent les signatures d’un domaine : ses e-mails attendent.',
  },
  'mail.account_held': {
    at: ['warn'],
    en: 'An account’s mails are held, because so many were not wanted.',
    fr: 'Les e-mails d’un compte sont retenus, car trop n’étaient pas voulus.',
  },
  'mail.unprepared': {
    at: ['warn'],
    en: 'A mail could not be prepared now.',
    fr: 'Un e-mail n’a pu être préparé maintenant.',
  },
  'mail.unmade': {
    at: ['error'],
    en: 'A mail cannot be composed or signed.',
    fr: 'Un e-mail ne peut être composé ou signé.',
  },
  'mail.unmoved': {
    at: ['warn'],
    en: 'An email could not be moved to the queue of its servers; next attempt soon.',
    fr: 'Un e-mail n’a pu passer dans la file de ses serveurs ; nouvelle tentative sous peu.',
  },
  'mail.lane_unreadable': {
    at: ['warn'],
    en: 'What waits for servers could not be read; next attempt soon.',
    fr: 'Ce qui attend des serveurs n’a pu être lu ; nouvelle tentative sous peu.',
  },
  'mail.orders_unreadable': {
    at: ['warn'],
    en: 'Changes to email queues could not be read; next attempt soon.',
    fr: 'Ce que les personnes demandent aux files n’a pu être lu ; nouvelle tentative sous peu.',
  },
  'mail.shaping_unsaved': {
    at: ['warn'],
    en: 'What was learned of servers’ pace could not be stored.',
    fr: 'Ce qui est appris du rythme des serveurs n’a pu être enregistré.',
  },
  'mail.site_unsaved': {
    at: ['warn'],
    en: 'Which servers a domain has could not be stored.',
    fr: 'Les serveurs d’un domaine n’ont pu être enregistrés.',
  },
  'mail.policy_unfetched': {
    at: ['warn'],
    en: 'The MTA-STS policy of a domain could not be fetched; `kept` is the one that goes on.',
    fr: 'La politique MTA-STS d’un domaine n’a pu être obtenue ; `kept` est celle qui continue.',
  },
  'mail.policy_unsaved': {
    at: ['warn'],
    en: 'A policy could not be stored.',
    fr: 'Une politique n’a pu être enregistrée.',
  },
  'mail.notice_settled': {
    at: ['info'],
    en: 'A mail of the program itself has its end: `fate`.',
    fr: 'Un e-mail du programme lui-même a sa fin : `fate`.',
  },
  'mail.received': {
    at: ['info'],
    en: 'A bounce, complaint, unsubscription or letter came in.',
    fr: 'Un retour, une plainte, un désabonnement ou une lettre est arrivé.',
  },
  'domain.proof_missing': {
    at: ['warn'],
    en: 'The DNS has none of a domain’s keys any more.',
    fr: 'Le DNS n’a plus aucune des clés d’un domaine.',
  },
  'domain.proof_lost': {
    at: ['error'],
    en: 'The domain has had no key in the DNS for 72 hours and is no longer verified.',
    fr: 'Le domaine n’a plus de clé dans le DNS depuis 72 heures et n’est plus vérifié.',
  },
  'smtp.broken': {
    at: ['info'],
    en: 'A connection to a mail listener broke: `listener`.',
    fr: 'Une connexion vers une écoute de courrier s’est rompue : `listener`.',
  },
  'smtp.failed': {
    at: ['error'],
    en: 'A mail that came in could not be worked on: the server brings it again.',
    fr: 'Un e-mail arrivé n’a pu être traité : le serveur le rapporte.',
  },
  'smtp.certificate_renewed': {
    at: ['info'],
    en: 'A new certificate of the port for bounces is in use.',
    fr: 'Un nouveau certificat du port des retours est en usage.',
  },
  'smtp.certificate_not_renewed': {
    at: ['warn'],
    en: 'The files of that certificate have changed and cannot be used.',
    fr: 'Les fichiers de ce certificat ont changé et sont inutilisables.',
  },
  'smtp.certificate_ending': {
    at: ['warn'],
    en: 'The certificate of the port for bounces ends in `days`: said with the start, then daily.',
    fr: 'Le certificat du port des retours prend fin dans `days` : dit au démarrage, puis chaque jour.',
  },
  'smtp.certificate_expired': {
    at: ['error'],
    en: 'The certificate of the port for bounces is over.',
    fr: 'Le certificat du port des retours est périmé.',
  },
} as const satisfies LogEvents;
