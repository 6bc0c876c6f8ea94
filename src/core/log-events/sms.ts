/** Lines of the log: parts to operators, what operators say of them, and what phones send. */
import type { LogEvents } from './log-event.ts';

export const smsEvents = {
  'campaign.done': {
    at: ['info'],
    en: 'All contacts of a campaign have been sent to.',
    fr: 'Tous les contacts d’une campagne ont reçu leur envoi.',
  },
  'campaign.paused': {
    at: ['warn'],
    en: 'A campaign has paused by itself: `reason` says why.',
    fr: 'Une campagne s’est mise en pause d’elle-même : `reason` dit pourquoi.',
  },
  'campaign.failed': {
    at: ['error'],
    en: 'A round of a campaign failed; the next tries again.',
    fr: 'Un tour d’une campagne a échoué ; le suivant réessaie.',
  },
  'operator.connecting': {
    at: ['debug'],
    en: 'A bind is connecting.',
    fr: 'Une liaison se connecte.',
  },
  'operator.binding': {
    at: ['debug'],
    en: 'A bind is connected and binding.',
    fr: 'Une liaison est connectée et se lie.',
  },
  'operator.bound': {
    at: ['info'],
    en: 'A bind is up: `peer` is the system id of the operator.',
    fr: 'Une liaison est établie : `peer` est l’identifiant de l’opérateur.',
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
    en: 'An operator’s binds could not be made.',
    fr: 'Les liaisons d’un opérateur n’ont pu être créées.',
  },
  'operator.removed': {
    at: ['info'],
    en: 'An operator that was leaving is gone: nothing waited for it any more.',
    fr: 'Un opérateur qui partait n’est plus là : plus rien ne l’attendait.',
  },
  'part.submitted': {
    at: ['debug'],
    en: 'An operator took a part: `operator`, `messageId`, `part`, `attempt`, `tag`.',
    fr: 'Un opérateur a pris une partie : `operator`, `messageId`, `part`, `attempt`, `tag`.',
  },
  'part.refused': {
    at: ['info'],
    en: 'A recipient will not get its message: `reason`.',
    fr: 'Un destinataire n’aura pas son message : `reason`.',
  },
  'part.failed': {
    at: ['error'],
    en: 'A part could not be worked on.',
    fr: 'Une partie n’a pu être traitée.',
  },
  'recipient.rerouted': {
    at: ['info'],
    en: 'A recipient was moved to another operator: `left`, `operator`, `reason`.',
    fr: 'Un destinataire est passé à un autre opérateur : `left`, `operator`, `reason`.',
  },
  'reroute.failed': {
    at: ['warn'],
    en: 'What waits for an operator could not be moved; next attempt soon.',
    fr: 'Ce qui attend un opérateur n’a pu être déplacé ; nouvelle tentative sous peu.',
  },
  'submit.refused': {
    at: ['info', 'warn'],
    en: 'An operator refused a part: `status`, and what is done `next`; a warning where it is given up.',
    fr: 'Un opérateur a refusé une partie : `status`, et la suite `next` ; un avertissement si elle est abandonnée.',
  },
  'submit.uncertain': {
    at: ['warn'],
    en: 'The answer to a part was lost: `policy` says what is done.',
    fr: 'La réponse à une partie s’est perdue : `policy` dit ce qui est fait.',
  },
  'submit.unfit': {
    at: ['warn'],
    en: 'A part cannot be written for this operator: `field`.',
    fr: 'Une partie ne peut être écrite pour cet opérateur : `field`.',
  },
  'receipt.taken': {
    at: ['debug'],
    en: 'A receipt was stored with its part: `messageId`, `account`, `operatorId`, `outcome`, `result` (whether it changed the state), `durationMs` since the part was submitted.',
    fr: 'Un accusé a été enregistré avec sa partie : `messageId`, `account`, `operatorId`, `outcome`, `result` (s’il a changé l’état), `durationMs` depuis l’envoi de la partie.',
  },
  'receipt.repeated': {
    at: ['info'],
    en: 'A receipt came again, and changed nothing.',
    fr: 'Un accusé est revenu, et n’a rien changé.',
  },
  'receipt.unmatched': {
    at: ['info'],
    en: 'No part has that id yet: the receipt is kept for a submit that learns it.',
    fr: 'Aucune partie n’a encore cet identifiant : l’accusé est gardé pour l’envoi qui l’apprendra.',
  },
  'receipt.unread': {
    at: ['warn'],
    en: 'An operator sent a receipt that cannot be read.',
    fr: 'Un opérateur a envoyé un accusé illisible.',
  },
  'receipts.overdue': {
    at: ['warn'],
    en: 'So many `parts` have waited too long for a receipt of that `operator`.',
    fr: 'Tant de `parts` ont attendu trop longtemps un accusé de cet `operator`.',
  },
  'receipts.matched': {
    at: ['info'],
    en: 'So many kept receipts of that `operator` matched messages after all, as its receipt-id settings say now.',
    fr: 'Tant d’accusés gardés de cet `operator` ont finalement trouvé leurs messages, selon ses réglages d’identifiants.',
  },
  'receipts.forgotten': {
    at: ['warn'],
    en: 'So many receipts that belong to nothing were dropped.',
    fr: 'Tant d’accusés qui n’appartiennent à rien ont été jetés.',
  },
  'deliver.unreadable': {
    at: ['warn'],
    en: 'A deliver_sm of an operator cannot be read.',
    fr: 'Un deliver_sm d’un opérateur est illisible.',
  },
  'pdu.wrong': {
    at: ['info'],
    en: 'An operator sent a PDU that is none, or at a wrong moment: `kind`.',
    fr: 'Un opérateur a envoyé un PDU qui n’en est pas un, ou au mauvais moment : `kind`.',
  },
  'pdu.kept_few': {
    at: ['info'],
    en: 'A traced bind was busier than its trace can keep: so many are `missed`.',
    fr: 'Une liaison suivie était plus active que son suivi ne peut garder : il en manque `missed`.',
  },
  'pdu.unkept': {
    at: ['warn'],
    en: 'PDUs of a traced bind could not be stored.',
    fr: 'Les PDU d’une liaison suivie n’ont pu être enregistrés.',
  },
  'inbound.received': {
    at: ['info'],
    en: 'A message of a phone was stored.',
    fr: 'Un message d’un téléphone a été enregistré.',
  },
  'inbound.repeated': {
    at: ['info'],
    en: 'An operator brought a message again.',
    fr: 'Un opérateur a rapporté un message.',
  },
  'inbound.part_repeated': {
    at: ['info'],
    en: 'An operator brought a part again.',
    fr: 'Un opérateur a rapporté une partie.',
  },
  'inbound.incomplete': {
    at: ['info'],
    en: 'Parts of a phone’s message never came: it is told with the ones that did.',
    fr: 'Des parties d’un message ne sont jamais venues : il est transmis avec les autres.',
  },
  'inbound.unclosed': {
    at: ['warn'],
    en: 'A message whose parts are there could not be put together; next attempt soon.',
    fr: 'Un message dont les parties sont là n’a pu être assemblé ; nouvelle tentative sous peu.',
  },
  'inbound.too_many_open': {
    at: ['warn'],
    en: 'An operator has begun more messages of several parts than are kept open: the oldest were closed.',
    fr: 'Un opérateur a commencé plus de messages en plusieurs parties qu’il n’en reste d’ouverts : les plus anciens ont été fermés.',
  },
  'lane.unread': {
    at: ['error'],
    en: 'What waits for a bind could not be read.',
    fr: 'Ce qui attend une liaison n’a pu être lu.',
  },
  'lane.task_went_on': {
    at: ['info'],
    en: 'A task that cancels or moves what waits went on: `texts` so far.',
    fr: 'Une tâche qui annule ou déplace ce qui attend a avancé : `texts` jusqu’ici.',
  },
  'health.unknown': {
    at: ['warn'],
    en: 'How other processes’ binds do could not be read.',
    fr: 'L’état des liaisons des autres processus n’a pu être lu.',
  },
  'quotas.unwritten': {
    at: ['warn'],
    en: 'What routes have used of their quotas could not be stored; next attempt soon.',
    fr: 'Ce que les routes ont pris de leurs quotas n’a pu être enregistré ; nouvelle tentative sous peu.',
  },
  'choices.unwritten': {
    at: ['warn'],
    en: 'Why routes were chosen could not be stored; next attempt soon.',
    fr: 'Les raisons du choix des routes n’ont pu être enregistrées ; nouvelle tentative sous peu.',
  },
  'stop.waiting_refused': {
    at: ['info'],
    en: 'Parts that waited for a phone that has said STOP were refused.',
    fr: 'Des parties en attente pour un téléphone qui a dit STOP ont été refusées.',
  },
} as const satisfies LogEvents;
