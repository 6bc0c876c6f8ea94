/** Lines of the log: emails, the servers they go to, and what comes back. */
import type { LogEvents } from './log-event.ts';

export const mailEvents = {
  'mail.attempted': {
    at: ['debug', 'info'],
    en: 'A delivery attempt of an email ended: `mailId`, `accountId`, `lane`, `host`, `outcome`, `code`, `durationMs`, `bytes`. Level info if it was not accepted.',
    fr: 'Une tentative d’envoi d’un e-mail a pris fin : `mailId`, `accountId`, `lane`, `host`, `outcome`, `code`, `durationMs`, `bytes`. Niveau info s’il n’a pas été accepté.',
  },
  'mail.connected': {
    at: ['debug'],
    en: 'A connection to a mail server is open: `security` says how it is encrypted.',
    fr: 'Une connexion à un serveur de messagerie est ouverte : `security` dit comment elle est chiffrée.',
  },
  'mail.unreachable': {
    at: ['warn', 'error'],
    en: 'No mail server of a queue could be reached. An error if the server rejected the password.',
    fr: 'Aucun serveur de messagerie d’une file n’a pu être joint. Une erreur si le serveur a refusé le mot de passe.',
  },
  'mail.out_of_step': {
    at: ['warn'],
    en: 'A mail server sent a response that belongs to no command: pipelining is not used with it any more.',
    fr: 'Un serveur de messagerie a envoyé une réponse sans commande correspondante : les commandes ne lui sont plus envoyées en rafale.',
  },
  'mail.relay_refused': {
    at: ['error'],
    en: 'The relay refuses all email; this one was refused first.',
    fr: 'Le relais refuse tous les e-mails ; celui-ci a été refusé le premier.',
  },
  'mail.distrusted': {
    at: ['error'],
    en: 'Mail servers refuse email because of our reputation: connections and rate are reduced.',
    fr: 'Des serveurs de messagerie refusent les e-mails à cause de notre réputation : connexions et débit sont réduits.',
  },
  'mail.sender_held': {
    at: ['error'],
    en: 'Mail servers reject the signatures of a domain: its emails are held.',
    fr: 'Des serveurs de messagerie rejettent les signatures d’un domaine : ses e-mails sont retenus.',
  },
  'mail.account_held': {
    at: ['warn'],
    en: 'The emails of an account are held because too many bounced or drew complaints.',
    fr: 'Les e-mails d’un compte sont retenus parce que trop ont été rejetés ou ont suscité des plaintes.',
  },
  'mail.unprepared': {
    at: ['warn'],
    en: 'An email could not be prepared now; next attempt soon.',
    fr: 'Un e-mail n’a pu être préparé maintenant ; nouvelle tentative sous peu.',
  },
  'mail.unmade': {
    at: ['error'],
    en: 'An email cannot be composed or signed.',
    fr: 'Un e-mail ne peut être composé ou signé.',
  },
  'mail.unmoved': {
    at: ['warn'],
    en: 'An email could not be moved to the queue of its mail servers; next attempt soon.',
    fr: 'Un e-mail n’a pu passer dans la file de ses serveurs ; nouvelle tentative sous peu.',
  },
  'mail.lane_unreadable': {
    at: ['warn'],
    en: 'An email queue could not be read; next attempt soon.',
    fr: 'Une file d’e-mails n’a pu être lue ; nouvelle tentative sous peu.',
  },
  'mail.orders_unreadable': {
    at: ['warn'],
    en: 'Administrators’ changes to email queues could not be read; next attempt soon.',
    fr: 'Les changements demandés par les administrateurs aux files d’e-mails n’ont pu être lus ; nouvelle tentative sous peu.',
  },
  'mail.shaping_unsaved': {
    at: ['warn'],
    en: 'The learned rate limits of mail servers could not be stored.',
    fr: 'Les limites de débit apprises des serveurs de messagerie n’ont pu être enregistrées.',
  },
  'mail.site_unsaved': {
    at: ['warn'],
    en: 'The mail servers of a domain could not be stored.',
    fr: 'Les serveurs de messagerie d’un domaine n’ont pu être enregistrés.',
  },
  'mail.policy_unfetched': {
    at: ['warn'],
    en: 'The MTA-STS policy of a domain could not be fetched; `kept` is the policy that stays in use.',
    fr: 'La politique MTA-STS d’un domaine n’a pu être obtenue ; `kept` est celle qui reste en usage.',
  },
  'mail.policy_unsaved': {
    at: ['warn'],
    en: 'An MTA-STS policy could not be stored.',
    fr: 'Une politique MTA-STS n’a pu être enregistrée.',
  },
  'mail.notice_settled': {
    at: ['info'],
    en: 'An email that Parley itself sent has a final result: `fate`.',
    fr: 'Un e-mail envoyé par Parley lui-même a un résultat final : `fate`.',
  },
  'mail.received': {
    at: ['info'],
    en: 'A bounce, complaint, unsubscribe request or letter was received.',
    fr: 'Un rejet, une plainte, une demande de désabonnement ou une lettre a été reçu.',
  },
  'domain.proof_missing': {
    at: ['warn'],
    en: 'The DNS no longer contains any DKIM key of a domain.',
    fr: 'Le DNS ne contient plus aucune clé DKIM d’un domaine.',
  },
  'domain.proof_lost': {
    at: ['error'],
    en: 'A domain has had no DKIM key in the DNS for 72 hours and is no longer verified.',
    fr: 'Un domaine n’a plus de clé DKIM dans le DNS depuis 72 heures et n’est plus vérifié.',
  },
  'smtp.broken': {
    at: ['info'],
    en: 'A connection to an SMTP port was interrupted: `listener`.',
    fr: 'Une connexion à un port SMTP a été interrompue : `listener`.',
  },
  'smtp.failed': {
    at: ['error'],
    en: 'A received email could not be processed; the sending server tries again.',
    fr: 'Un e-mail reçu n’a pu être traité ; le serveur expéditeur réessaie.',
  },
  'smtp.certificate_renewed': {
    at: ['info'],
    en: 'The port for bounces uses a new certificate.',
    fr: 'Le port des retours utilise un nouveau certificat.',
  },
  'smtp.certificate_not_renewed': {
    at: ['warn'],
    en: 'The certificate files of the port for bounces have changed but cannot be used; the previous certificate stays in use.',
    fr: 'Les fichiers de certificat du port des retours ont changé mais sont inutilisables ; le certificat précédent reste en usage.',
  },
  'smtp.certificate_ending': {
    at: ['warn'],
    en: 'The certificate of the port for bounces expires in `days`. Logged at startup and then daily.',
    fr: 'Le certificat du port des retours expire dans `days`. Journalisé au démarrage, puis chaque jour.',
  },
  'smtp.certificate_expired': {
    at: ['error'],
    en: 'The certificate of the port for bounces has expired.',
    fr: 'Le certificat du port des retours a expiré.',
  },
} as const satisfies LogEvents;
