/** The address that one signs in by, and another one until it is confirmed. */
import { defineTexts } from './texts.ts';

export const addressTexts = defineTexts({
  en: {
    title: 'Email address',
    text: 'You sign in with {email}. A new address replaces it once you open the link that is sent there.',
    newAddress: 'New address',
    change: 'Change the address',
    withoutMail:
      'This installation cannot mail links: it has no public address, or sends no email. Ask an administrator to create a link on the server:',
    waiting: '{email} waits to be confirmed',
    waitingText:
      'Open the link that was sent there by {until}. Until then you sign in with {before}, and password links are sent there.',
    onItsWay:
      'The link was sent to {email}. Check the spam folder as well. At most three such emails are sent in an hour.',
    notMailed:
      'No email could be sent to {email}. Try again later, or ask an administrator to create the link on the server:',
    again: 'Send the link again',
    stay: 'Keep {email}',
    confirmTitle: 'Confirm your address',
    confirmText: 'After you confirm, you sign in with {email}, and no longer with {before}.',
    confirm: 'Confirm the address',
    confirmed: 'You now sign in with {email}.',
    toProfile: 'To your profile',
    signInFirst: 'Sign in first',
    signInText: 'Sign in as before, then open the link once more.',
    noLink: 'Open this page with the complete link.',
  },
  fr: {
    title: 'Adresse e-mail',
    text: 'Vous vous connectez avec {email}. Une nouvelle adresse la remplace dès que vous ouvrez le lien qui y est envoyé.',
    newAddress: 'Nouvelle adresse',
    change: 'Changer l’adresse',
    withoutMail:
      'Cette installation ne peut pas envoyer de lien : elle n’a pas d’adresse publique, ou n’envoie pas d’e-mails. Demandez à un administrateur de créer un lien sur le serveur :',
    waiting: '{email} attend d’être confirmée',
    waitingText:
      'Ouvrez le lien qui y a été envoyé avant {until}. D’ici là, vous vous connectez avec {before}, et les liens de mot de passe y sont envoyés.',
    onItsWay:
      'Le lien a été envoyé à {email}. Regardez aussi dans les indésirables. Au plus trois de ces e-mails partent par heure.',
    notMailed:
      'Aucun e-mail n’a pu être envoyé à {email}. Réessayez plus tard, ou demandez à un administrateur de créer le lien sur le serveur :',
    again: 'Renvoyer le lien',
    stay: 'Garder {email}',
    confirmTitle: 'Confirmez votre adresse',
    confirmText: 'Une fois confirmé, vous vous connectez avec {email}, et non plus avec {before}.',
    confirm: 'Confirmer l’adresse',
    confirmed: 'Vous vous connectez désormais avec {email}.',
    toProfile: 'Vers votre profil',
    signInFirst: 'Se connecter d’abord',
    signInText: 'Connectez-vous comme avant, puis ouvrez le lien de nouveau.',
    noLink: 'Ouvrez cette page avec le lien complet.',
  },
});
