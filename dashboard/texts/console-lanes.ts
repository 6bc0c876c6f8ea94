/** What the page of lanes says about stopping, draining, cancelling and moving. */
import { defineTexts } from './texts.ts';

export const laneTexts = defineTexts({
  en: {
    late: 'Oldest',
    standing: 'State',
    paused: 'paused',
    draining: 'operator drains',
    broken: 'breaker open',
    flowing: 'open',
    pause: 'Pause',
    resume: 'Resume',
    drain: 'Drain operator',
    pauseTitle: 'Pause {lane}',
    resumeTitle: 'Resume {lane}',
    drainTitle: 'Drain {operator}',
    laneEffect: {
      one: 'Nothing of this queue leaves until it is resumed, in any process and after a restart. {count} job waits in it now, and what is accepted waits too. What is too old for anybody by then expires, with its money given back.',
      other:
        'Nothing of this queue leaves until it is resumed, in any process and after a restart. {count} jobs wait in it now, and what is accepted waits too. What is too old for anybody by then expires, with its money given back.',
    },
    serversEffect:
      'Mails share the connections to their servers, so all queues to these servers stop, of every account, until they are resumed.',
    endpointEffect:
      'Nothing is posted to this endpoint until it is resumed; events are collected for it meanwhile, as on its own page.',
    resumeEffect: {
      one: 'What waits leaves at once: {count} job.',
      other: 'What waits leaves at once: {count} jobs.',
    },
    drainEffect: {
      one: 'New messages take other routes, and none of them this operator; {count} job of this queue and all that waits in its others still leave.',
      other:
        'New messages take other routes, and none of them this operator; {count} jobs of this queue and all that waits in its others still leave.',
    },
    drainHint:
      'Only operators drain: a message has other routes, but a mail has one set of servers, an event one endpoint and a delivery one user, and what they cannot take must wait rather than be turned away. Pause their queues.',
  },
  fr: {
    late: 'Plus ancien',
    standing: 'État',
    paused: 'en pause',
    draining: 'opérateur en vidage',
    broken: 'disjoncteur ouvert',
    flowing: 'ouverte',
    pause: 'Mettre en pause',
    resume: 'Reprendre',
    drain: 'Vider l’opérateur',
    pauseTitle: 'Suspendre {lane}',
    resumeTitle: 'Reprendre {lane}',
    drainTitle: 'Vider {operator}',
    laneEffect: {
      one: 'Rien de cette file ne part avant sa reprise, dans aucun processus et même après un redémarrage. {count} tâche y attend maintenant, et ce qui est accepté attend aussi. Ce qui est alors trop vieux expire, et son prix est rendu.',
      other:
        'Rien de cette file ne part avant sa reprise, dans aucun processus et même après un redémarrage. {count} tâches y attendent maintenant, et ce qui est accepté attend aussi. Ce qui est alors trop vieux expire, et son prix est rendu.',
    },
    serversEffect:
      'Les e-mails partagent les connexions vers leurs serveurs : toutes les files vers ces serveurs s’arrêtent, de tous les comptes, jusqu’à leur reprise.',
    endpointEffect:
      'Rien n’est envoyé à ce point de terminaison avant sa reprise ; les événements s’accumulent pour lui, comme depuis sa propre page.',
    resumeEffect: {
      one: 'Ce qui attend part aussitôt : {count} tâche.',
      other: 'Ce qui attend part aussitôt : {count} tâches.',
    },
    drainEffect: {
      one: 'Les nouveaux messages prennent d’autres routes, aucun cet opérateur ; {count} tâche de cette file et tout ce qui attend dans ses autres files partent encore.',
      other:
        'Les nouveaux messages prennent d’autres routes, aucun cet opérateur ; {count} tâches de cette file et tout ce qui attend dans ses autres files partent encore.',
    },
    drainHint:
      'Seuls les opérateurs se vident : un message a d’autres routes, mais un e-mail n’a que ses serveurs, un événement son point de terminaison et une remise son client, et ce qu’ils ne peuvent prendre doit attendre plutôt qu’être refusé. Mettez leurs files en pause.',
  },
});
