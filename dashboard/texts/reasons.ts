/** Why a phone did not get a message, and what to do about it: by the word that is stored. */
import { defineTexts } from './texts.ts';

export const reasonTexts = defineTexts({
  en: {
    EXPIRED:
      'The phone was off or out of coverage until the message’s validity ended. Send it again later, or with a longer validity.',
    DELETED: 'The operator deleted it before it was delivered. Ask the operator why.',
    UNDELIV:
      'The phone cannot be reached. The number may no longer exist, or not accept SMS. Check the number before you send again.',
    REJECTD:
      'The operator or the phone refused it. Check sender and text against the operator’s rules.',
    UNKNOWN: 'The operator does not know the result. Ask the operator, with its message id.',
    FAILED: 'The operator could not deliver it. Check the number, then send it again.',
    SKIPPED: 'The operator skipped the message. Ask the operator why.',
    no_receipt:
      'No delivery receipt arrived for three days. The phone may have received the message. Ask the operator, with its message id.',
    uncertain:
      'The link broke before the operator answered, so the phone may have received the message. Check before you send it again. It is not refunded.',
    unanswered:
      'The operator did not answer any of the allowed submits, so the phone may have received the message. Check before you send it again. It is not refunded.',
    expired_in_queue:
      'Its validity ended in the queue, so it was not sent. Check the operator’s link, then send it again.',
    stopped:
      'The phone has opted out, so the message was not sent. The person can reply START to opt in again, or ask you to remove the phone from the opt-out list.',
    cancelled: 'The message was cancelled before it was sent.',
    cancelled_in_queue:
      'An administrator cancelled the message in the queue, and it was refunded. Ask why before you send it again.',
    sender_refused:
      'The operator does not accept this sender. Have it registered, or use another one.',
    refused_0x01: 'The operator does not accept texts of this length. Shorten the text.',
    refused_0x08: 'The operator had an internal error. Send it again later.',
    refused_0x0a:
      'The operator does not accept this sender. Have it registered, or use another one.',
    refused_0x0b: 'The operator does not accept this number. Check the number, or the route to it.',
    refused_0x14: 'The operator’s queue for this phone was full. Send it again later.',
    refused_0x45:
      'The operator rejected the message without a reason. Ask the operator, with time and number.',
    refused_0x58: 'More messages were sent than the operator allows. Lower the rate of its link.',
    refused_0x61:
      'The operator does not accept this delivery time. Send the message without a schedule.',
    refused_0x62: 'The operator does not accept this validity. Choose a shorter one.',
    refused_0x64: 'The operator had a temporary problem. Send it again later.',
    refused_0x65:
      'The operator rejected the message permanently. Ask the operator, with time and number.',
    refused_0x66:
      'The operator rejected the message because of its rules. Check the sender and the text.',
    refused:
      'The operator rejected the message with error {code}. Check the operator’s documentation for its meaning.',
    other: 'The operator could not deliver the message.',
  },
  fr: {
    EXPIRED:
      'Le téléphone était éteint ou hors réseau jusqu’à la fin de la validité. Renvoyez plus tard, ou avec une validité plus longue.',
    DELETED: 'L’opérateur l’a effacé avant la remise. Demandez-lui pourquoi.',
    UNDELIV:
      'Le téléphone est injoignable : le numéro n’existe peut-être plus, ou ne prend pas de SMS. Vérifiez-le avant de renvoyer.',
    REJECTD:
      'L’opérateur ou le téléphone l’a refusé. Vérifiez l’expéditeur et le texte selon les règles de l’opérateur.',
    UNKNOWN:
      'L’opérateur ne connaît pas le résultat. Interrogez-le avec son identifiant de message.',
    FAILED: 'L’opérateur n’a pas pu le remettre. Vérifiez le numéro, puis renvoyez.',
    SKIPPED: 'L’opérateur l’a laissé de côté. Demandez-lui pourquoi.',
    no_receipt:
      'Aucun accusé n’est arrivé pendant trois jours. Le téléphone a peut-être reçu le message. Interrogez l’opérateur avec son identifiant de message.',
    uncertain:
      'La liaison s’est rompue avant la réponse de l’opérateur : le téléphone a peut-être reçu le message. Vérifiez avant de le renvoyer. Il n’est pas remboursé.',
    unanswered:
      'L’opérateur n’a répondu à aucune des soumissions permises : le téléphone a peut-être reçu le message. Vérifiez avant de le renvoyer. Il n’est pas remboursé.',
    expired_in_queue:
      'Sa validité a pris fin dans la file : il n’a pas été envoyé. Vérifiez la liaison de l’opérateur, puis renvoyez.',
    stopped:
      'Le téléphone est désinscrit : le message n’a pas été envoyé. La personne peut répondre START pour se réinscrire, ou vous demander de retirer le téléphone de la liste de désinscription.',
    cancelled: 'Le message a été annulé avant son envoi.',
    cancelled_in_queue:
      'Un administrateur a annulé le message dans la file, et il a été remboursé. Demandez pourquoi avant de le renvoyer.',
    sender_refused:
      'L’opérateur n’accepte pas cet expéditeur. Faites-le enregistrer, ou prenez-en un autre.',
    refused_0x01: 'L’opérateur n’accepte pas de texte de cette longueur. Raccourcissez-le.',
    refused_0x08: 'L’opérateur a eu une panne. Renvoyez plus tard.',
    refused_0x0a:
      'L’opérateur n’accepte pas cet expéditeur. Faites-le enregistrer, ou prenez-en un autre.',
    refused_0x0b: 'L’opérateur n’accepte pas ce numéro. Vérifiez-le, ou la route qui y mène.',
    refused_0x14: 'La file de l’opérateur pour ce téléphone était pleine. Renvoyez plus tard.',
    refused_0x45:
      'L’opérateur a refusé le message sans donner de raison. Demandez-lui, avec l’heure et le numéro.',
    refused_0x58: 'L’envoi dépasse le débit que l’opérateur permet. Baissez celui de la liaison.',
    refused_0x61: 'L’opérateur n’accepte pas cette heure. Envoyez sans programmation.',
    refused_0x62: 'L’opérateur n’accepte pas cette validité. Choisissez-en une plus courte.',
    refused_0x64: 'L’opérateur a eu un problème temporaire. Renvoyez plus tard.',
    refused_0x65: 'L’opérateur le refuse pour de bon. Demandez-lui, avec l’heure et le numéro.',
    refused_0x66: 'Les règles de l’opérateur le refusent. Vérifiez l’expéditeur et le texte.',
    refused:
      'L’opérateur a refusé le message avec l’erreur {code}. Voyez sa signification dans la documentation de l’opérateur.',
    other: 'L’opérateur n’a pas pu remettre le message.',
  },
});
