/** Lines of the log: parts to operators, what operators say of them, and what phones send. */
import type { LogEvents } from './log-event.ts';

export const smsEvents = {
  'campaign.done': {
    at: ['info'],
    en: 'A campaign is done: all contacts were handed over.',
    fr: 'Une campagne est terminée : tous les contacts ont été transmis.',
  },
  'campaign.paused': {
    at: ['warn'],
    en: 'A campaign paused automatically: `reason`.',
    fr: 'Une campagne s’est mise en pause automatiquement : `reason`.',
  },
  'campaign.failed': {
    at: ['error'],
    en: 'A batch of a campaign failed; the next one continues.',
    fr: 'Un lot d’une campagne a échoué ; le suivant continue.',
  },
  'operator.connecting': {
    at: ['debug'],
    en: 'A bind is connecting.',
    fr: 'Une liaison se connecte.',
  },
  'operator.binding': {
    at: ['debug'],
    en: 'A bind is connected and authenticating.',
    fr: 'Une liaison est connectée et s’authentifie.',
  },
  'operator.bound': {
    at: ['info'],
    en: 'A bind is up: `peer` is the system ID of the operator.',
    fr: 'Une liaison est établie : `peer` est l’identifiant système de l’opérateur.',
  },
  'operator.lost': {
    at: ['warn'],
    en: 'A bind was lost or refused: `lost` says how, `status` is the error code, `retryAtMs` the time of the next attempt.',
    fr: 'Une liaison a été perdue ou refusée : `lost` dit comment, `status` est le code d’erreur, `retryAtMs` l’heure de la prochaine tentative.',
  },
  'operator.closed': {
    at: ['debug'],
    en: 'Parley closed a bind.',
    fr: 'Parley a fermé une liaison.',
  },
  'operator.silent': {
    at: ['warn'],
    en: 'A bind has answered no submit for `forMs`: new messages prefer other routes, and one segment every 10 s probes it.',
    fr: 'Une liaison ne répond à aucun envoi depuis `forMs` : les nouveaux messages préfèrent d’autres routes, et un segment toutes les 10 s la sonde.',
  },
  'operator.answers': {
    at: ['info'],
    en: 'A bind that was silent answers submits again.',
    fr: 'Une liaison qui était muette répond de nouveau aux envois.',
  },
  'operator.full': {
    at: ['info'],
    en: 'The operator is throttling: `rate` segments a second from now on.',
    fr: 'L’opérateur demande de ralentir : `rate` segments par seconde désormais.',
  },
  'operator.unopened': {
    at: ['error'],
    en: 'The binds of an operator could not be created.',
    fr: 'Les liaisons d’un opérateur n’ont pu être créées.',
  },
  'operator.removed': {
    at: ['info'],
    en: 'An operator that was being removed is gone; its queue is empty.',
    fr: 'Un opérateur en cours de suppression est supprimé ; sa file est vide.',
  },
  'part.submitted': {
    at: ['debug'],
    en: 'An operator accepted a segment: `operator`, `messageId`, `part`, `attempt`, `tag`.',
    fr: 'Un opérateur a accepté un segment : `operator`, `messageId`, `part`, `attempt`, `tag`.',
  },
  'part.refused': {
    at: ['info'],
    en: 'A recipient will not receive the message: `reason`.',
    fr: 'Un destinataire ne recevra pas le message : `reason`.',
  },
  'part.failed': {
    at: ['error'],
    en: 'A segment could not be processed.',
    fr: 'Un segment n’a pu être traité.',
  },
  'recipient.rerouted': {
    at: ['info'],
    en: 'A recipient was moved to another operator: `left`, `operator`, `reason`.',
    fr: 'Un destinataire est passé à un autre opérateur : `left`, `operator`, `reason`.',
  },
  'reroute.failed': {
    at: ['warn'],
    en: 'The queue of an operator could not be moved to another one; next attempt soon.',
    fr: 'La file d’un opérateur n’a pu passer à un autre ; nouvelle tentative sous peu.',
  },
  'submit.refused': {
    at: ['info', 'warn'],
    en: 'An operator refused a segment: `status`, and the action that follows, `next`. A warning if the segment is given up.',
    fr: 'Un opérateur a refusé un segment : `status`, et l’action qui suit, `next`. Un avertissement si le segment est abandonné.',
  },
  'submit.uncertain': {
    at: ['warn'],
    en: 'The response to a segment was lost: `policy` says what happens to the segment.',
    fr: 'La réponse à un segment s’est perdue : `policy` dit ce que devient le segment.',
  },
  'submit.unfit': {
    at: ['warn'],
    en: 'A segment cannot be encoded for this operator: `field`.',
    fr: 'Un segment ne peut être encodé pour cet opérateur : `field`.',
  },
  'receipt.taken': {
    at: ['debug'],
    en: 'A delivery receipt was stored: `messageId`, `account`, `operatorId`, `outcome`, `result` (whether it changed the status), `durationMs` since the segment was submitted.',
    fr: 'Un accusé de réception a été enregistré : `messageId`, `account`, `operatorId`, `outcome`, `result` (s’il a changé l’état), `durationMs` depuis la soumission du segment.',
  },
  'receipt.repeated': {
    at: ['info'],
    en: 'A delivery receipt arrived again and changed nothing.',
    fr: 'Un accusé de réception est arrivé de nouveau et n’a rien changé.',
  },
  'receipt.unmatched': {
    at: ['info'],
    en: 'No segment has the id of a delivery receipt yet: the receipt is kept until a submit response brings that id.',
    fr: 'Aucun segment n’a encore l’identifiant d’un accusé de réception : l’accusé est gardé jusqu’à ce qu’une réponse apporte cet identifiant.',
  },
  'receipt.unread': {
    at: ['warn'],
    en: 'An operator sent a delivery receipt that cannot be parsed.',
    fr: 'Un opérateur a envoyé un accusé de réception illisible.',
  },
  'receipts.overdue': {
    at: ['warn'],
    en: 'Segments have waited too long for a delivery receipt: the number `parts`, `operator`.',
    fr: 'Des segments ont attendu trop longtemps un accusé de réception : leur nombre `parts`, `operator`.',
  },
  'receipts.matched': {
    at: ['info'],
    en: 'Kept delivery receipts of `operator` matched messages after its receipt ID settings changed.',
    fr: 'Des accusés gardés de `operator` ont trouvé leurs messages après un changement de ses réglages d’identifiants.',
  },
  'receipts.forgotten': {
    at: ['warn'],
    en: 'Delivery receipts that matched no message were deleted.',
    fr: 'Des accusés de réception sans message correspondant ont été supprimés.',
  },
  'deliver.unreadable': {
    at: ['warn'],
    en: 'A deliver_sm of an operator cannot be parsed.',
    fr: 'Un deliver_sm d’un opérateur est illisible.',
  },
  'pdu.wrong': {
    at: ['info'],
    en: 'An operator sent an invalid PDU, or a PDU that is not allowed in this state: `kind`.',
    fr: 'Un opérateur a envoyé un PDU invalide, ou interdit dans cet état : `kind`.',
  },
  'pdu.kept_few': {
    at: ['info'],
    en: 'A bind exchanged more PDUs than its trace can keep: `missed` are not in it.',
    fr: 'Une liaison a échangé plus de PDU que sa trace ne peut garder : il en manque `missed`.',
  },
  'pdu.unkept': {
    at: ['warn'],
    en: 'PDUs of a traced bind could not be stored.',
    fr: 'Les PDU d’une liaison tracée n’ont pu être enregistrés.',
  },
  'inbound.received': {
    at: ['info'],
    en: 'A message from a phone was stored.',
    fr: 'Un message d’un téléphone a été enregistré.',
  },
  'inbound.repeated': {
    at: ['info'],
    en: 'An operator sent a received message again; it is ignored.',
    fr: 'Un opérateur a renvoyé un message déjà reçu ; il est ignoré.',
  },
  'inbound.part_repeated': {
    at: ['info'],
    en: 'An operator sent a received segment again; it is ignored.',
    fr: 'Un opérateur a renvoyé un segment déjà reçu ; il est ignoré.',
  },
  'inbound.incomplete': {
    at: ['info'],
    en: 'Segments of a message from a phone did not arrive in time: the message is delivered with the segments that did.',
    fr: 'Des segments d’un message d’un téléphone ne sont pas arrivés à temps : le message est transmis avec les segments reçus.',
  },
  'inbound.unclosed': {
    at: ['warn'],
    en: 'A message whose segments have arrived could not be assembled; next attempt soon.',
    fr: 'Un message dont les segments sont arrivés n’a pu être assemblé ; nouvelle tentative sous peu.',
  },
  'inbound.too_many_open': {
    at: ['warn'],
    en: 'An operator has more incomplete messages than are kept: the oldest were delivered as they are.',
    fr: 'Un opérateur a plus de messages incomplets qu’il n’en est gardé : les plus anciens ont été transmis tels quels.',
  },
  'lane.unread': {
    at: ['error'],
    en: 'The queue of a bind could not be read.',
    fr: 'La file d’une liaison n’a pu être lue.',
  },
  'lane.task_went_on': {
    at: ['info'],
    en: 'A task that cancels or moves pending messages has progressed: `texts` so far.',
    fr: 'Une tâche qui annule ou déplace des messages en attente a avancé : `texts` jusqu’ici.',
  },
  'health.unknown': {
    at: ['warn'],
    en: 'The state of other processes’ binds could not be read.',
    fr: 'L’état des liaisons des autres processus n’a pu être lu.',
  },
  'quotas.unwritten': {
    at: ['warn'],
    en: 'The used quotas of routes could not be stored; next attempt soon.',
    fr: 'Les quotas consommés des routes n’ont pu être enregistrés ; nouvelle tentative sous peu.',
  },
  'choices.unwritten': {
    at: ['warn'],
    en: 'The reasons for routing decisions could not be stored; next attempt soon.',
    fr: 'Les raisons des choix de route n’ont pu être enregistrées ; nouvelle tentative sous peu.',
  },
  'stop.waiting_refused': {
    at: ['info'],
    en: 'Pending segments to a phone that opted out were refused.',
    fr: 'Des segments en attente pour un téléphone désinscrit ont été refusés.',
  },
} as const satisfies LogEvents;
