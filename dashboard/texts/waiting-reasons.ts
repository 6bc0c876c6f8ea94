/** Why a part of a message waits. */
import { defineTexts } from './texts.ts';

export const waitingReasonTexts = defineTexts({
  en: {
    limit: 'A limit of the account holds it until an administrator releases it.',
    'campaign paused': 'Its campaign is paused. It is sent when the campaign is resumed.',
    scheduled: 'It is scheduled for this time.',
    'quiet hours': 'Marketing waits for the end of the quiet hours of its country.',
    'lane stopped': 'An administrator has paused its queue.',
    'operator paused': '{operator} is paused.',
    'slow down': '{operator} asks to slow down for this number.',
    'queue full': 'The destination’s queue is full at {operator} until this time.',
    'refused for now': '{operator} could not accept it for now ({status}).',
    'no answer': '{operator} did not answer the last submit; a late answer would still count.',
    'no bind': 'No bind of {operator} is up for it.',
    'operator silent': '{operator} is bound but answers no submits.',
    'rate lowered':
      '{operator} asks to slow down; its bind sends as fast as the operator accepts submits.',
    'sender rate': '{operator} limits the rate of each sender, and other segments may be ahead.',
    'in line': 'It is due, but other segments are ahead of it on its bind.',
  },
  fr: {
    limit: 'Une limite du compte le retient jusqu’à ce qu’un administrateur le libère.',
    'campaign paused': 'Sa campagne est en pause ; il partira quand la campagne reprendra.',
    scheduled: 'Il est programmé pour cette heure.',
    'quiet hours': 'Le marketing attend la fin des heures calmes de son pays.',
    'lane stopped': 'Un administrateur a mis sa file en pause.',
    'operator paused': '{operator} est en pause.',
    'slow down': '{operator} demande de ralentir pour ce numéro.',
    'queue full': 'La file du destinataire est pleine chez {operator} jusqu’à cet instant.',
    'refused for now': '{operator} n’a pas pu l’accepter pour l’instant ({status}).',
    'no answer':
      '{operator} n’a pas répondu au dernier envoi ; une réponse tardive compterait encore.',
    'no bind': 'Aucune liaison de {operator} n’est active pour lui.',
    'operator silent': '{operator} est lié et ne répond à aucun envoi.',
    'rate lowered':
      '{operator} demande de ralentir ; sa liaison envoie aussi vite que l’opérateur accepte les soumissions.',
    'sender rate':
      '{operator} limite le débit de chaque expéditeur, et d’autres segments peuvent être devant.',
    'in line': 'Il est à envoyer, mais d’autres segments sont devant lui sur sa liaison.',
  },
});
