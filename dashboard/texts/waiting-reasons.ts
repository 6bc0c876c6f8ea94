/** Why a part of a message waits. */
import { defineTexts } from './texts.ts';

export const waitingReasonTexts = defineTexts({
  en: {
    limit: 'A limit of the account holds it until somebody releases it.',
    'campaign paused': 'Its campaign is paused, and it leaves when the campaign goes on.',
    scheduled: 'It was asked to leave at this time.',
    'quiet hours': 'Marketing waits for the end of the quiet hours of its country.',
    'lane stopped': 'An administrator has stopped what it waits in.',
    'operator paused': '{operator} is paused.',
    'slow down': '{operator} asks to slow down for this number.',
    'queue full': 'The destination’s queue is full at {operator} until this time.',
    'refused for now': '{operator} could not take it for now ({status}).',
    'no answer': '{operator} did not answer the last submit; a late answer would still count.',
    'no bind': 'No bind of {operator} is up for it.',
    'operator silent': '{operator} is bound and answers no submit.',
    'rate lowered': '{operator} asks to slow down: its bind goes as fast as it takes submits.',
    'sender rate': 'Each sender has a rate at {operator}, and others may be before it.',
    'in line': 'It is due, and others are before it on its bind.',
  },
  fr: {
    limit: 'Une limite du compte la retient jusqu’à ce que quelqu’un la libère.',
    'campaign paused': 'Sa campagne est en pause ; elle partira quand la campagne reprendra.',
    scheduled: 'Son départ est demandé pour cet instant.',
    'quiet hours': 'Le marketing attend la fin des heures calmes de son pays.',
    'lane stopped': 'Un administrateur a arrêté la file où elle attend.',
    'operator paused': '{operator} est en pause.',
    'slow down': '{operator} demande de ralentir pour ce numéro.',
    'queue full': 'La file du destinataire est pleine chez {operator} jusqu’à cet instant.',
    'refused for now': '{operator} n’a pas pu la prendre pour l’instant ({status}).',
    'no answer':
      '{operator} n’a pas répondu au dernier envoi ; une réponse tardive compterait encore.',
    'no bind': 'Aucun lien de {operator} n’est actif pour elle.',
    'operator silent': '{operator} est lié et ne répond à aucun envoi.',
    'rate lowered': '{operator} demande de ralentir : son lien suit ce qu’il accepte.',
    'sender rate':
      'Chaque émetteur a un débit chez {operator}, et d’autres parties peuvent être devant.',
    'in line': 'Elle est due, et d’autres sont devant elle sur son lien.',
  },
});
