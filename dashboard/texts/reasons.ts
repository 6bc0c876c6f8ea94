/** Why a phone did not get a message, and what to do about it: by the word that is stored. */
import { defineTexts } from './texts.ts';

export const reasonTexts = defineTexts({
  en: {
    EXPIRED:
      'The phone was off or out of coverage until the message’s validity ended. Send it again later, or with a longer validity.',
    DELETED: 'The operator deleted it before it was delivered. Ask the operator why.',
    UNDELIV:
      'The phone cannot be reached: the number may no longer exist, or takes no SMS. Check the number before sending again.',
    REJECTD:
      'The operator or the phone refused it. Check sender and text against the operator’s rules.',
    UNKNOWN: 'The operator does not know what became of it. Ask the operator with its own id.',
    FAILED: 'The operator could not deliver it. Check the number, then send it again.',
    SKIPPED: 'The operator left it out. Ask the operator why.',
    no_receipt:
      'No report came for three days. The phone may have it; the operator can tell by its own id.',
    uncertain:
      'The link broke before the operator answered. The phone may have it: look before sending it again. It is not given back.',
    unanswered:
      'The operator did not answer any of the submits that may be made. The phone may have it: look before sending it again. It is not given back.',
    expired_in_queue:
      'It waited past its validity and never left. Look at the operator’s link, then send it again.',
    stopped:
      'The phone is on the STOP list, so it did not leave. A START from the phone takes it off; so do you on the STOP list, if the person asks for it.',
    cancelled: 'It was taken back before it left.',
    cancelled_in_queue:
      'The administrator of this platform cancelled it while it waited, and its price was given back. Ask why before sending it again.',
    sender_refused:
      'The operator does not take this sender. Have it registered, or send by another one.',
    refused_0x01: 'The operator takes no text of this length. Shorten it.',
    refused_0x08: 'The operator had a fault of its own. Send it again later.',
    refused_0x0a: 'The operator does not take this sender. Have it registered, or use another one.',
    refused_0x0b: 'The operator does not take this number. Check the number, or the route to it.',
    refused_0x14: 'The operator’s queue for this phone was full. Send it again later.',
    refused_0x45: 'The operator did not take it and does not say why. Ask it with time and number.',
    refused_0x58: 'More was sent than the operator allows. Lower the rate of its link.',
    refused_0x61: 'The operator does not take this time. Send it without a schedule.',
    refused_0x62: 'The operator does not take this validity. Choose a shorter one.',
    refused_0x64: 'The operator had a passing trouble. Send it again later.',
    refused_0x65: 'The operator refuses it for good. Ask it with time and number.',
    refused_0x66: 'The operator’s rules refuse it. Check sender and text.',
    refused: 'The operator did not take it: error {code}. Its own list says what that means.',
    other: 'The operator has given up; this phone does not get it.',
  },
  fr: {
    EXPIRED:
      'Le téléphone était éteint ou hors réseau jusqu’à la fin de la validité. Renvoyez plus tard, ou avec une validité plus longue.',
    DELETED: 'L’opérateur l’a effacé avant la remise. Demandez-lui pourquoi.',
    UNDELIV:
      'Le téléphone est injoignable : le numéro n’existe peut-être plus, ou ne prend pas de SMS. Vérifiez-le avant de renvoyer.',
    REJECTD:
      'L’opérateur ou le téléphone l’a refusé. Vérifiez l’émetteur et le texte selon les règles de l’opérateur.',
    UNKNOWN:
      'L’opérateur ne sait pas ce qu’il est devenu. Interrogez-le avec son propre identifiant.',
    FAILED: 'L’opérateur n’a pas pu le remettre. Vérifiez le numéro, puis renvoyez.',
    SKIPPED: 'L’opérateur l’a laissé de côté. Demandez-lui pourquoi.',
    no_receipt:
      'Aucun rapport pendant trois jours. Le téléphone l’a peut-être ; l’opérateur peut le dire par son identifiant.',
    uncertain:
      'La liaison s’est rompue avant la réponse de l’opérateur. Le téléphone l’a peut-être : vérifiez avant de renvoyer. Rien n’est rendu.',
    unanswered:
      'L’opérateur n’a répondu à aucun des envois permis. Le téléphone l’a peut-être : vérifiez avant de renvoyer. Rien n’est rendu.',
    expired_in_queue:
      'Il a attendu au-delà de sa validité sans partir. Regardez la liaison de l’opérateur, puis renvoyez.',
    stopped:
      'Le téléphone est sur la liste STOP : il n’est pas parti. Un START venu du téléphone l’en retire ; vous aussi, sur la liste STOP, si la personne le demande.',
    cancelled: 'Il a été repris avant son départ.',
    cancelled_in_queue:
      'L’administrateur de cette plate-forme l’a annulé pendant qu’il attendait, et son prix a été rendu. Demandez pourquoi avant de renvoyer.',
    sender_refused:
      'L’opérateur ne prend pas cet émetteur. Faites-le enregistrer, ou prenez-en un autre.',
    refused_0x01: 'L’opérateur ne prend pas un texte de cette longueur. Raccourcissez-le.',
    refused_0x08: 'L’opérateur a eu une panne. Renvoyez plus tard.',
    refused_0x0a:
      'L’opérateur ne prend pas cet émetteur. Faites-le enregistrer, ou prenez-en un autre.',
    refused_0x0b: 'L’opérateur ne prend pas ce numéro. Vérifiez-le, ou la route qui y mène.',
    refused_0x14: 'La file de l’opérateur pour ce téléphone était pleine. Renvoyez plus tard.',
    refused_0x45:
      'L’opérateur ne l’a pas pris, sans dire pourquoi. Demandez-lui, avec l’heure et le numéro.',
    refused_0x58: 'L’envoi dépasse le débit que l’opérateur permet. Baissez celui de la liaison.',
    refused_0x61: 'L’opérateur ne prend pas cette heure. Envoyez sans programmation.',
    refused_0x62: 'L’opérateur ne prend pas cette validité. Choisissez-en une plus courte.',
    refused_0x64: 'L’opérateur a eu un trouble passager. Renvoyez plus tard.',
    refused_0x65: 'L’opérateur le refuse pour de bon. Demandez-lui, avec l’heure et le numéro.',
    refused_0x66: 'Les règles de l’opérateur le refusent. Vérifiez l’émetteur et le texte.',
    refused:
      'L’opérateur ne l’a pas pris : erreur {code}. Sa propre liste dit ce que cela signifie.',
    other: 'L’opérateur a renoncé ; ce téléphone ne le reçoit pas.',
  },
});
