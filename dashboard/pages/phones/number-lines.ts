/** What simulated numbers do, in French: the server says it in English, which is shown where a line is missing here. */
import type { Language } from '../../texts/texts.ts';

/** By the last four digits. */
const french: Readonly<Record<string, string>> = {
  '0000':
    'Remis après 1 à 3 secondes, comme +33639980001 à +33639980099 et tout numéro absent d’ici.',
  '0101': 'L’accusé arrive avant la réponse à l’envoi.',
  '0102': 'Remis après 30 secondes.',
  '0103': 'Remis après 3 jours.',
  '0104': 'D’abord annoncé ENROUTE, puis remis.',
  '0105': 'Remis ; l’accusé arrive deux fois.',
  '0106': 'Remis ; l’accusé arrive par un autre bind, s’il y en a un.',
  '0107': 'Remis ; l’accusé a des TLV et aucun texte.',
  '0108': 'Remis ; l’accusé a un texte étrange et aucun TLV.',
  '0109': 'Remis ; l’identifiant est hexadécimal dans la réponse et décimal dans l’accusé.',
  '0110': 'Non remis : UNDELIV.',
  '0111': 'Non remis : EXPIRED.',
  '0112': 'Non remis : REJECTD.',
  '0113': 'Non remis : DELETED.',
  '0114': 'Non remis : UNKNOWN.',
  '0115': 'Accepté ; aucun accusé n’arrive jamais.',
  '0116': 'Seule la première partie d’un long message a un accusé.',
  '0120': 'Refusé : 0x0B, destinataire non valable.',
  '0121': 'Refusé : 0x0A, expéditeur non valable.',
  '0122': 'Freiné par 0x58 pendant 10 secondes, puis remis.',
  '0123': 'Refusé trois fois par 0x14, file pleine, puis remis.',
  '0124': 'Refusé une fois par 0x08, erreur du système, puis remis.',
  '0125': 'Refusé : 0x45, envoi échoué.',
  '0126': 'Refusé : 0x451, un code propre à un fabricant.',
  '0127': 'Refusé deux fois par 0x64, temporaire, puis remis.',
  '0130': 'L’envoi n’a jamais de réponse : abandonné après trois envois, à une minute d’écart.',
  '0131': 'L’envoi a sa réponse après 90 secondes.',
  '0132': 'L’opérateur prend l’envoi et ferme la connexion sans réponse.',
  '0133': 'L’opérateur ne lit et n’écrit plus rien, et garde la connexion ouverte.',
  '0134': 'L’opérateur se délie avant d’avoir répondu ; puis remis.',
  '0135': 'La réponse est un generic_nack, 0x03.',
  '0136': 'La réponse a des octets d’une longueur impossible.',
  '0137': 'Accepté sans corps, donc sans identifiant ; aucun accusé ne peut suivre.',
  '0138': 'Les réponses viennent en ordre inverse, trois à la fois.',
  '0140': 'Remis ; le téléphone répond « Oui ».',
  '0141': 'Remis ; le téléphone répond « STOP ».',
  '0142': 'Remis ; une longue réponse en trois parties, dans l’ordre.',
  '0143': 'Remis ; une longue réponse, ses parties mélangées.',
  '0144': 'Remis ; une longue réponse dont une partie manque.',
  '0145': 'Remis ; la réponse a des émojis.',
  '0146': 'Remis ; une longue réponse avec une référence de 16 bits.',
  '0147': 'Remis ; une longue réponse en message_payload.',
  '0148': 'Remis ; la réponse est écrite comme un accusé d’échec.',
  '0149': 'Remis ; le téléphone renvoie le message.',
  '0200':
    'Répond après une seconde et émet un son, comme tout numéro de films et d’exemples absent d’ici.',
  '0201': 'Répond après 10 secondes et émet un son.',
  '0202': 'Répond et répète ce qu’il entend.',
  '0203': 'Répond et ne dit rien.',
  '0204': 'Répond, émet un son et raccroche après 5 secondes.',
  '0205': 'Émet un son pendant qu’il sonne, et répond après 5 secondes.',
  '0206': 'Répond, appuie sur 1 2 3 # et raccroche.',
  '0210': 'Est occupé : 486.',
  '0211': 'Refuse : 603.',
  '0212': 'Est éteint : 480.',
  '0213': 'N’existe pas : 404.',
  '0214': 'Sonne sans fin.',
  '0215': 'Le réseau devant lui échoue : 500.',
};

export function describeNumber(
  { number, description }: { readonly number: string; readonly description: string },
  language: Language,
): { readonly text: string; readonly language: Language } {
  const translated = language === 'fr' ? french[number.slice(-4)] : undefined;
  return translated === undefined
    ? { text: description, language: 'en' }
    : { text: translated, language };
}
