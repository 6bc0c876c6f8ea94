/** What the pages about the inspector say, and what is said of signatures. */
import { defineTexts } from './texts.ts';

export const inspectorTexts = defineTexts({
  en: {
    search: 'Filter the requests',
    title: 'Webhook inspector',
    lead: 'A receiver inside this installation, at the address parley:inspector. It keeps the last 200 webhooks, and you choose its response.',
    absent:
      'The inspector is off. It comes with the built-in operator: start the server with PARLEY_SIMULATOR=on.',
    received: 'Received',
    nothing: 'No webhooks yet',
    nothingText:
      'Each webhook sent to parley:inspector appears here. The account of the test key sends its webhooks here by default.',
    event: 'Event',
    webhookId: 'webhook-id',
    attempt: 'Attempt',
    octets: 'Size',
    when: 'When',
    answered: 'Answered',
    refresh: 'Refresh',
    clear: 'Delete all',
    clearEffect:
      'All received webhooks are deleted from the inspector. The events themselves stay.',
    clearCount: {
      one: '{count} received webhook is deleted from the inspector. The event itself stays.',
      other:
        '{count} received webhooks are deleted from the inspector. The events themselves stay.',
    },
    clearMore: {
      one: 'More than {count} received webhook is deleted from the inspector. The events themselves stay.',
      other:
        'More than {count} received webhooks are deleted from the inspector. The events themselves stay.',
    },
    answers: 'Next responses',
    answersLead: 'They apply within a second, and survive a restart.',
    status: 'Status',
    fault: 'Failure',
    'fault none': 'responds normally',
    'fault silent': 'never responds',
    'fault drip': 'responds one byte at a time',
    'fault reset-before': 'drops the connection before the response',
    'fault reset-inside': 'drops the connection during the response',
    'fault reset-after': 'drops the connection after the response',
    delay: 'Delay in seconds',
    retryAfter: 'Retry-After in seconds',
    times: 'How many times',
    order: 'Apply',
    well: 'Answer 200 again',
    request: 'Webhook {id}',
    back: 'All received',
    head: 'Request line and headers',
    body: 'Body',
    signature: 'Signature',
    unknownSender: 'Which endpoint sent it is not known, as with test samples.',
    checkTitle: 'Check a signature',
    checkLead:
      'Paste a request as your program received it to verify its signature. If it is not valid, the result shows whether the secret, the body, the clock or the format is wrong.',
    secret: 'Signing secret of the endpoint',
    secretHint: 'It is checked on this server, and not kept.',
    headers: 'Headers, one per line',
    check: 'Check',
    result: 'Result',
    toWebhooks: 'All webhooks',
    right: 'valid',
    form: 'format is wrong',
    clock: 'clock is wrong',
    bytes: 'body is wrong',
    wrongSecret: 'secret is wrong',
    unclear: 'secret or body is wrong',
    'signed with this secret':
      'The request is signed with this secret, and its timestamp is fresh.',
    'no webhook-id': 'The header webhook-id is missing. The signature covers it.',
    'no webhook-timestamp': 'The header webhook-timestamp is missing. The signature covers it.',
    'no webhook-signature': 'The header webhook-signature is missing.',
    'timestamp is no number': 'webhook-timestamp is not a number of seconds since 1970.',
    'no signature of scheme v1': 'webhook-signature contains no signature that begins with v1,',
    'secret has another form': 'A secret is whsec_ followed by 24 to 64 bytes in base64.',
    'timestamp is too old':
      'The signature is valid, but the timestamp is {seconds} s old. Receivers allow for 300 s: check their clock, or whether the request was replayed.',
    'timestamp lies ahead':
      'The signature is valid, but the timestamp is {seconds} s in the future. Receivers allow for 300 s: check their clock.',
    'body differs from what was sent':
      'The secret is right, but the body is not as it was sent: byte {octet} is the first that differs.',
    'body was written anew':
      'The secret is right, but the body was parsed and written again. Verify the raw bytes before parsing.',
    'line ends were changed': 'The secret is right, but the line ends of the body were changed.',
    'space around the body was changed':
      'The secret is right, but space or a line end around the body was added or removed.',
    'secret of another endpoint':
      'It is signed with another secret of this account, of endpoint {endpoint}.',
    'body is right, secret is not': 'The body is as it was sent, but this is not the secret.',
    'neither fits':
      'This secret does not sign this body. The event is not known here, so that either of them may be wrong.',
  },
  fr: {
    search: 'Filtrer les requêtes',
    title: 'Inspecteur de webhooks',
    lead: 'Un récepteur dans cette installation, à l’adresse parley:inspector. Il garde les 200 derniers webhooks, et vous choisissez sa réponse.',
    absent:
      'L’inspecteur est désactivé. Il vient avec l’opérateur intégré : démarrez le serveur avec PARLEY_SIMULATOR=on.',
    received: 'Reçus',
    nothing: 'Rien n’a encore été reçu',
    nothingText:
      'Chaque webhook envoyé à parley:inspector apparaît ici. Le compte de la clé de test y envoie ses webhooks par défaut.',
    event: 'Événement',
    webhookId: 'webhook-id',
    attempt: 'Tentative',
    octets: 'Taille',
    when: 'Quand',
    answered: 'Réponse',
    refresh: 'Actualiser',
    clear: 'Tout supprimer',
    clearEffect:
      'Tous les webhooks reçus sont supprimés de l’inspecteur. Les événements eux-mêmes restent.',
    clearCount: {
      one: '{count} webhook reçu est supprimé de l’inspecteur. L’événement lui-même reste.',
      other:
        '{count} webhooks reçus sont supprimés de l’inspecteur. Les événements eux-mêmes restent.',
    },
    clearMore: {
      one: 'Plus de {count} webhook reçu est supprimé de l’inspecteur. Les événements eux-mêmes restent.',
      other:
        'Plus de {count} webhooks reçus sont supprimés de l’inspecteur. Les événements eux-mêmes restent.',
    },
    answers: 'Prochaines réponses',
    answersLead: 'Elles valent dans la seconde, et survivent à un redémarrage.',
    status: 'Statut',
    fault: 'Panne',
    'fault none': 'répond comme il faut',
    'fault silent': 'ne répond jamais',
    'fault drip': 'répond octet par octet',
    'fault reset-before': 'coupe la connexion avant la réponse',
    'fault reset-inside': 'coupe la connexion pendant la réponse',
    'fault reset-after': 'coupe la connexion après la réponse',
    delay: 'Délai en secondes',
    retryAfter: 'Retry-After en secondes',
    times: 'Combien de fois',
    order: 'Appliquer',
    well: 'Répondre 200 de nouveau',
    request: 'Webhook {id}',
    back: 'Tous les reçus',
    head: 'Ligne de requête et en-têtes',
    body: 'Corps',
    signature: 'Signature',
    unknownSender:
      'On ne sait pas quel point de terminaison l’a envoyé, comme pour les exemples de test.',
    checkTitle: 'Vérifier une signature',
    checkLead:
      'Collez une requête telle que votre programme l’a reçue pour vérifier sa signature. Si elle n’est pas valide, le résultat montre si c’est le secret, le corps, l’horloge ou le format qui est en cause.',
    secret: 'Secret de signature du point de terminaison',
    secretHint: 'Il est vérifié sur ce serveur, et n’est pas gardé.',
    headers: 'En-têtes, un par ligne',
    check: 'Vérifier',
    result: 'Résultat',
    toWebhooks: 'Tous les webhooks',
    right: 'valide',
    form: 'le format est incorrect',
    clock: 'l’horloge est incorrecte',
    bytes: 'le corps est incorrect',
    wrongSecret: 'le secret est incorrect',
    unclear: 'le secret ou le corps est incorrect',
    'signed with this secret':
      'La requête est signée avec ce secret, et son horodatage est récent.',
    'no webhook-id': 'L’en-tête webhook-id manque. La signature le couvre.',
    'no webhook-timestamp': 'L’en-tête webhook-timestamp manque. La signature le couvre.',
    'no webhook-signature': 'L’en-tête webhook-signature manque.',
    'timestamp is no number': 'webhook-timestamp n’est pas un nombre de secondes depuis 1970.',
    'no signature of scheme v1':
      'webhook-signature ne contient aucune signature commençant par v1,',
    'secret has another form': 'Un secret est whsec_ suivi de 24 à 64 octets en base64.',
    'timestamp is too old':
      'La signature est valide, mais l’horodatage a {seconds} s. Les récepteurs tolèrent 300 s : vérifiez leur horloge, ou si la requête a été rejouée.',
    'timestamp lies ahead':
      'La signature est valide, mais l’horodatage a {seconds} s d’avance. Les récepteurs tolèrent 300 s : vérifiez leur horloge.',
    'body differs from what was sent':
      'Le secret est juste, mais le corps n’est pas celui envoyé : l’octet {octet} est le premier qui diffère.',
    'body was written anew':
      'Le secret est juste, mais le corps a été lu puis réécrit. Vérifiez les octets bruts avant de les lire.',
    'line ends were changed':
      'Le secret est juste, mais les fins de ligne du corps ont été changées.',
    'space around the body was changed':
      'Le secret est juste, mais une espace ou une fin de ligne autour du corps a été ajoutée ou retirée.',
    'secret of another endpoint':
      'Elle est signée avec un autre secret de ce compte, celui du point de terminaison {endpoint}.',
    'body is right, secret is not': 'Le corps est celui envoyé, mais ce n’est pas le secret.',
    'neither fits':
      'Ce secret ne signe pas ce corps. L’événement n’est pas connu ici : l’un ou l’autre peut être en cause.',
  },
});
