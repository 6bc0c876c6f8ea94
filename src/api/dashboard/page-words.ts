/**
 * What pages say of a refusal, where the words of the interface or of the command line do not fit a person who looks
 * at a page: they have buttons and fields, not commands and parameters.
 */
import { type ErrorWord, errors } from '#api/errors.ts';
import type { Language } from '#api/language.ts';
import { type Problem, sentenceIn } from '#api/reply.ts';
import type { Sentence } from '#core/words.ts';

type PageWords = {
  /** In place of the sentence of the interface. */
  readonly says?: Sentence;
  /** In place of its `fix`; `null`: the sentence says what to do. */
  readonly fix?: Sentence | null;
};

const said = { fix: null };

function fix(en: string, fr: string): { readonly fix: Sentence } {
  return { fix: { en, fr } };
}

const reload = fix(
  'Reload the page: it was removed, or belongs to another account.',
  'Rechargez la page : l’élément a été supprimé, ou appartient à un autre compte.',
);

const later = fix('Try again in a few minutes.', 'Réessayez dans quelques minutes.');

const pageWords: Readonly<Partial<Record<ErrorWord, PageWords>>> = {
  'last owner stays': said,
  // What is asked for is not there, or not any more.
  'account is not there': reload,
  'message is not there': reload,
  'group is not there': reload,
  'contact is not there': reload,
  'campaign is not there': reload,
  'number is unknown': reload,
  'call is not there': reload,
  'voicemail is not there': reload,
  'greeting is not there': fix('Upload a greeting.', 'Importez une annonce.'),
  'sub-account is not there': reload,
  'key is not in force': reload,
  'email is not there': reload,
  'mail is not there': reload,
  'caught mail is not there': reload,
  'caught file is not there': reload,
  'domain is not there': reload,
  'sender is not there': reload,
  'endpoint is not there': reload,
  'member is unknown': reload,
  'operator is unknown': fix(
    'Choose one from the list of operators.',
    'Choisissez-en un dans la liste des opérateurs.',
  ),
  'replay is not under way': reload,
  'phone is not stopped': fix(
    'No action is needed: messages can be sent to it.',
    'Aucune action nécessaire : des messages peuvent lui être envoyés.',
  ),
  'event is not there': fix(
    'Choose another event from the list.',
    'Choisissez un autre événement dans la liste.',
  ),
  'request is not there': fix(
    'Choose another request from the list.',
    'Choisissez une autre requête dans la liste.',
  ),

  // Sending.
  'simulator is off': {
    says: {
      en: 'Test messages cannot be sent, because the built-in operator is turned off.',
      fr: 'Les messages de test ne peuvent pas être envoyés, car l’opérateur intégré est désactivé.',
    },
    ...fix(
      'Switch to live, or ask the administrator of this server to turn it on.',
      'Passez en réel, ou demandez à l’administrateur de ce serveur de l’activer.',
    ),
  },
  'interval is too long': fix('Choose a shorter period.', 'Choisissez une période plus courte.'),
  'message is sent': fix(
    'Its timeline shows what happened to it.',
    'Sa chronologie montre ce qui lui est arrivé.',
  ),
  'email is leaving': later,
  'email has ended': fix(
    'The email’s page shows the reason for each recipient.',
    'La page de l’e-mail donne la raison pour chaque destinataire.',
  ),
  'limit is reached': {
    says: {
      en: 'A limit of the account is reached: {rule}, {max}.',
      fr: 'Une limite du compte est atteinte : {rule}, {max}.',
    },
    ...fix(
      'Try again later, or ask the administrator of this server for a higher limit.',
      'Réessayez plus tard, ou demandez une limite plus élevée à l’administrateur de ce serveur.',
    ),
  },
  'too many phone numbers': fix(
    'Send to the other numbers in another message, or send a campaign to a group.',
    'Envoyez aux autres numéros dans un autre message, ou envoyez une campagne à un groupe.',
  ),
  'phone number is not possible': fix(
    'Write it with its country code, such as +33612345678.',
    'Écrivez-le avec son indicatif, par exemple +33612345678.',
  ),
  'phone number is fiction': {
    says: {
      en: '{number} is reserved for films and examples. Only test messages can be sent to it.',
      fr: '{number} est réservé aux films et aux exemples. Seuls des messages de test peuvent lui être envoyés.',
    },
    ...fix('Send a test message.', 'Envoyez un message de test.'),
  },
  'text is blank': fix('Write a visible text.', 'Écrivez un texte visible.'),
  'text has an unsendable character': fix('Remove the character.', 'Retirez ce caractère.'),
  'text is too long': fix(
    'Shorten it. The preview marks the characters that make segments shorter.',
    'Raccourcissez-le. L’aperçu marque les caractères qui raccourcissent les segments.',
  ),
  'no operator': fix(
    'Ask the administrator of this server to add a route to that country.',
    'Demandez à l’administrateur de ce serveur d’ajouter une route vers ce pays.',
  ),
  'country is closed': fix(
    'Ask the administrator of this server to open the country for the account.',
    'Demandez à l’administrateur de ce serveur d’ouvrir ce pays pour le compte.',
  ),
  'price is above the ceiling': fix(
    'Ask the administrator of this server to raise the price limit.',
    'Demandez à l’administrateur de ce serveur de relever cette limite.',
  ),
  'balance is too low': fix(
    'Ask the administrator of this server to credit the account.',
    'Demandez à l’administrateur de ce serveur de créditer le compte.',
  ),
  'rent is not covered': fix(
    'Choose a cheaper number, or ask the administrator of this server to credit the account.',
    'Choisissez un numéro moins cher, ou demandez à l’administrateur de ce serveur de créditer le compte.',
  ),
  'credit is not enough': fix(
    'Transfer less, or ask the administrator of this server to credit the account.',
    'Transférez moins, ou demandez à l’administrateur de ce serveur de créditer le compte.',
  ),
  'idempotency key was used for another request': fix(
    'Reload the page, then send the message again.',
    'Rechargez la page, puis renvoyez le message.',
  ),
  'there is no short number': {
    says: {
      en: 'The opt-out text cannot be added: the account has no number that can receive STOP.',
      fr: 'La mention de désinscription ne peut pas être ajoutée : le compte n’a aucun numéro qui puisse recevoir STOP.',
    },
    ...fix(
      'Send from a number that accepts replies, leave the opt-out text out, or ask the administrator of this server for a short number.',
      'Envoyez depuis un numéro qui accepte les réponses, retirez la mention de désinscription, ou demandez un numéro court à l’administrateur de ce serveur.',
    ),
  },
  overloaded: said,
  'service is overloaded': said,
  'service is unavailable': said,
  'outcome is unknown': fix(
    'Check the list, or the balance, before you repeat it.',
    'Vérifiez la liste, ou le solde, avant de recommencer.',
  ),
  'something broke': {
    says: { en: 'An internal error occurred.', fr: 'Une erreur interne est survenue.' },
    ...fix(
      'Try again. If it happens again, give the request id to the administrator of this server.',
      'Réessayez. Si l’erreur se répète, donnez l’identifiant de la requête à l’administrateur de ce serveur.',
    ),
  },
  'nothing to skip': said,

  // Campaigns, contacts, suppressions.
  'nothing is chosen': {
    says: { en: 'Nothing was selected.', fr: 'Rien n’a été sélectionné.' },
    ...fix(
      'Select addresses, or filter by reason, stream or day.',
      'Sélectionnez des adresses, ou filtrez par raison, flux ou jour.',
    ),
  },
  'person is not readable': {
    says: {
      en: 'This is neither a phone number nor an email address.',
      fr: 'Ce n’est ni un numéro de téléphone ni une adresse e-mail.',
    },
    ...fix(
      'Enter a phone number such as +33612345678, or an email address such as ada@example.com.',
      'Saisissez un numéro de téléphone comme +33612345678, ou une adresse e-mail comme ada@example.com.',
    ),
  },
  'too many erasures': later,

  // Numbers and calls.
  'number is not free': fix('Choose another number.', 'Choisissez un autre numéro.'),
  'forwarding number is not possible': fix(
    'Forward to another number, or ask the administrator of this server to open its country for calls.',
    'Transférez vers un autre numéro, ou demandez à l’administrateur de ce serveur d’ouvrir son pays aux appels.',
  ),
  'number cannot forward': fix(
    'Ask the administrator of this server to enable it.',
    'Demandez à l’administrateur de ce serveur de l’activer.',
  ),
  'forwarding is on already': fix(
    'Reload the page, then change the target.',
    'Rechargez la page, puis changez la destination.',
  ),
  'voicemail is on already': fix(
    'Reload the page, then change the address.',
    'Rechargez la page, puis changez l’adresse.',
  ),
  'voicemail goes nowhere': {
    says: {
      en: 'Voicemail requires an email address.',
      fr: 'La messagerie exige une adresse e-mail.',
    },
    ...fix(
      'Enter the address that gets the messages.',
      'Saisissez l’adresse qui reçoit les messages.',
    ),
  },
  'greeting does not read': {
    says: {
      en: 'The file is not a valid greeting: {reason}.',
      fr: 'Le fichier n’est pas une annonce valide : {reason}.',
    },
    ...fix(
      'Save it as WAV, 16-bit PCM, up to one minute.',
      'Enregistrez-le en WAV, PCM 16 bits, une minute au plus.',
    ),
  },

  // Settings and keys.
  'sub-accounts have none': fix('Use the parent account.', 'Utilisez le compte parent.'),
  'secret needs a method': {
    says: {
      en: 'A signing secret requires a signature method.',
      fr: 'Un secret de signature exige une méthode de signature.',
    },
    ...fix('Choose the method as well.', 'Choisissez aussi la méthode.'),
  },

  // Email.
  'domain is there': fix(
    'Open it in the list to check its DNS records.',
    'Ouvrez-le dans la liste pour vérifier ses enregistrements DNS.',
  ),
  'several accounts have the domain': fix('Choose the account.', 'Choisissez le compte.'),
  'next key is not in the DNS': fix(
    'Publish the records on the domain’s page, wait until the DNS has them, then try again.',
    'Publiez les enregistrements de la page du domaine, attendez que le DNS les ait, puis réessayez.',
  ),
  'mail sender is not verified': fix(
    'Verify its domain under Domains, or choose another sender.',
    'Vérifiez son domaine sous Domaines, ou choisissez un autre expéditeur.',
  ),
  'mail sender is malformed': fix(
    'Write an address such as hello@acme.example.',
    'Écrivez une adresse comme hello@acme.example.',
  ),
  'mail sender is missing': {
    says: {
      en: 'The account has no default sender.',
      fr: 'Le compte n’a pas d’expéditeur par défaut.',
    },
    ...fix(
      'Choose a sender, or set a default sender under API settings.',
      'Choisissez un expéditeur, ou définissez-en un par défaut dans les réglages API.',
    ),
  },
  'attachment is malformed': {
    says: {
      en: 'Attachment {place} could not be read.',
      fr: 'La pièce jointe {place} n’a pas pu être lue.',
    },
    ...fix('Remove it, then add it again.', 'Retirez-la, puis ajoutez-la de nouveau.'),
  },
  'recipients are suppressed': fix(
    'Remove the address. If the person wants emails again, remove it from the suppression list.',
    'Retirez l’adresse. Si la personne veut de nouveau des e-mails, retirez-la de la liste de suppression.',
  ),
  'time does not fit': {
    says: {
      en: 'The end must be after the beginning, by at most {max} days.',
      fr: 'La fin doit suivre le début, de {max} jours au plus.',
    },
  },

  // Webhooks.
  'endpoint is held': fix(
    'No action is needed. Resume it to continue its deliveries.',
    'Aucune action nécessaire. Réactivez-le pour reprendre ses envois.',
  ),
  'endpoint was changed meanwhile': {
    says: {
      en: 'Another person has just changed the endpoint.',
      fr: 'Une autre personne vient de modifier le point de terminaison.',
    },
    ...fix(
      'Reload the page, then repeat the change.',
      'Rechargez la page, puis répétez la modification.',
    ),
  },
  'secret was shown': {
    says: {
      en: 'The secret of this endpoint was already shown. It is shown only once.',
      fr: 'Le secret de ce point de terminaison a déjà été montré. Il n’est montré qu’une fois.',
    },
    ...fix(
      'Create a new secret on the endpoint’s page.',
      'Créez un nouveau secret sur la page du point de terminaison.',
    ),
  },
  'too many secrets': {
    says: {
      en: 'The endpoint already has {max} active secrets.',
      fr: 'Le point de terminaison a déjà {max} secrets actifs.',
    },
    ...fix('Revoke an old one first.', 'Révoquez d’abord un ancien secret.'),
  },
  'too many tests': said,
  'event goes nowhere': {
    says: {
      en: 'No endpoint of the account subscribes to this event.',
      fr: 'Aucun point de terminaison du compte n’est abonné à cet événement.',
    },
    ...fix(
      'Subscribe an endpoint to this event type.',
      'Abonnez un point de terminaison à ce type d’événement.',
    ),
  },
  'say one event or since when': {
    says: {
      en: 'Choose one event, or a beginning.',
      fr: 'Choisissez un événement, ou un début.',
    },
  },
  'two ways to go on': {
    says: {
      en: 'Choose one way to continue, not two.',
      fr: 'Choisissez une seule façon de reprendre.',
    },
  },
  'one way of calls is needed': {
    says: {
      en: 'Choose one of forwarding, voicemail and refusing.',
      fr: 'Choisissez entre transfert, messagerie et refus.',
    },
    ...fix('Choose one.', 'Choisissez-en une.'),
  },
  'replay is under way': fix(
    'Wait until it ends. The endpoint’s page shows its progress.',
    'Attendez la fin. La page du point de terminaison montre son avancement.',
  ),
  'too many readers': fix(
    'Close pages that you no longer need.',
    'Fermez les pages dont vous n’avez plus besoin.',
  ),
  'URL cannot be used': {
    says: {
      en: 'The URL {reason}.',
      fr: 'L’URL est refusée : {reason}.',
    },
  },
};

/** What happened, as a page says it. */
export function pageSentence(problem: Problem, language: Language): string {
  return sentenceIn(pageWords[problem.word]?.says ?? errors[problem.word], problem, language);
}

/** What to do about it; `null`: the sentence says so. */
export function pageFix(word: ErrorWord): Sentence | null {
  const own = pageWords[word]?.fix;
  return own === undefined ? errors[word].fix : own;
}
