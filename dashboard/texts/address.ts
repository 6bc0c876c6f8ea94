/** The address that one signs in by, and another one until it is confirmed. */
import { defineTexts } from './texts.ts';

export const addressTexts = defineTexts({
  en: {
    title: 'E-mail address',
    text: 'You sign in by {email}. Another address takes its place once you open the link that is mailed there.',
    newAddress: 'New address',
    change: 'Change the address',
    withoutMail:
      'This installation mails no links. Ask an administrator for one, who makes it on the server:',
    waiting: '{email} waits to be confirmed',
    waitingText:
      'Open the link that was mailed there by {until}. Until then you sign in by {before}, and links for another password go there.',
    onItsWay:
      'The link is on its way to {email}. Look among unwanted mail too; three come in an hour at most.',
    notMailed:
      'No mail could be sent to {email}. Try again later, or ask an administrator for the link, who makes it on the server:',
    again: 'Send the link again',
    stay: 'Stay with {email}',
    confirmTitle: 'Confirm your address',
    confirmText: 'Once you confirm, you sign in by {email}, and no longer by {before}.',
    confirmUnknown:
      'You are signed in as {before}, who waits for no other address. Sign in as the person who asked for it, or ask for a new link in your profile.',
    confirm: 'Confirm the address',
    confirmed: 'You sign in by {email} from now on.',
    toProfile: 'To your profile',
    signInFirst: 'Sign in first',
    signInText: 'Sign in as before, then open the link once more.',
    noLink: 'Open this page by its whole link.',
  },
  fr: {
    title: 'Adresse e-mail',
    text: 'Vous vous connectez avec {email}. Une autre adresse la remplace dès que vous ouvrez le lien qui y est envoyé.',
    newAddress: 'Nouvelle adresse',
    change: 'Changer l’adresse',
    withoutMail:
      'Cette installation n’envoie pas de liens. Demandez-en un à un administrateur, qui le fait sur le serveur :',
    waiting: '{email} attend d’être confirmée',
    waitingText:
      'Ouvrez le lien qui y a été envoyé avant {until}. D’ici là, vous vous connectez avec {before}, et les liens pour un autre mot de passe y vont.',
    onItsWay:
      'Le lien est en route vers {email}. Regardez aussi dans les indésirables ; trois arrivent par heure au plus.',
    notMailed:
      'Aucun message n’a pu être envoyé à {email}. Réessayez plus tard, ou demandez le lien à un administrateur, qui le fait sur le serveur :',
    again: 'Renvoyer le lien',
    stay: 'Garder {email}',
    confirmTitle: 'Confirmez votre adresse',
    confirmText: 'Une fois confirmé, vous vous connectez avec {email}, et non plus avec {before}.',
    confirmUnknown:
      'Vous êtes connecté en tant que {before}, qui n’attend pas d’autre adresse. Connectez-vous en tant que la personne qui l’a demandée, ou demandez un nouveau lien dans votre profil.',
    confirm: 'Confirmer l’adresse',
    confirmed: 'Vous vous connectez désormais avec {email}.',
    toProfile: 'Vers votre profil',
    signInFirst: 'Se connecter d’abord',
    signInText: 'Connectez-vous comme avant, puis ouvrez le lien de nouveau.',
    noLink: 'Ouvrez cette page par son lien entier.',
  },
});
