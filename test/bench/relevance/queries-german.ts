import { theOne, want } from './judge.ts';
import type { JudgedQuery } from './types.ts';

export const german: readonly JudgedQuery[] = [
  // Ends of compounds
  { q: 'hose', relevant: want('damenhose|kinderhose') },
  { q: 'hosen', relevant: want('damenhose|kinderhose') },
  { q: 'hemd', relevant: want('herrenhemd') },
  { q: 'pullover', relevant: want('wollpullover') },
  { q: 'schuhe', relevant: want('laufschuhe|kinderschuhe|hausschuhe') },
  { q: 'stuhl', relevant: want('buerostuhl|gartenstuhl') },
  { q: 'maschine', relevant: want('kaffeemaschine|waschmaschine|naehmaschine|bohrmaschine') },
  { q: 'pfanne', relevant: want('bratpfanne') },
  { q: 'messer', relevant: want('kuechenmesser') },
  { q: 'gläser', relevant: want('weinglas') },
  { q: 'tisch', relevant: want('schreibtisch|esstisch') },
  { q: 'tür', relevant: want('buerotuer') },
  { q: 'schlauch', relevant: want('gartenschlauch') },
  { q: 'mantel schwarz', relevant: want('wintermantel', 'schwarz') },

  // Plurals and singulars
  { q: 'damenhosen', relevant: want('damenhose') },
  { q: 'hemden', relevant: want('herrenhemd') },
  { q: 'laufschuh', relevant: want('laufschuhe') },
  { q: 'handtücher', relevant: want('handtuch') },
  { q: 'zahnbürsten', relevant: want('zahnbuerste') },
  { q: 'blumentöpfe', relevant: want('blumentopf') },
  { q: 'schraube', relevant: want('schrauben') },

  // Stop words, split and joined compounds
  { q: 'tasse für kaffee', relevant: want('kaffeetasse') },
  { q: 'hemd für herren', relevant: want('herrenhemd') },
  { q: 'schuhe für kinder', relevant: want('kinderschuhe') },
  { q: 'büro stuhl', relevant: want('buerostuhl') },
  { q: 'kaffee maschine', relevant: want('kaffeemaschine') },
  { q: 'wlankabel', relevant: want('wlan-kabel') },
  { q: 'wlan kabel', relevant: want('wlan-kabel') },

  // Umlauts written out or left out
  { q: 'buerostuhl', relevant: want('buerostuhl') },
  { q: 'buerotuer', relevant: want('buerotuer') },
  { q: 'kuechenmesser', relevant: want('kuechenmesser') },
  { q: 'ladegeraet', relevant: want('ladegeraet') },
  { q: 'kopfhorer', relevant: want('kopfhoerer') },
  { q: 'wandfarbe weiss', relevant: want('wandfarbe', 'weiß') },

  // Typos
  { q: 'waserkocher', relevant: want('wasserkocher') },
  { q: 'kafeemaschiene', relevant: want('kaffeemaschine') },
  { q: 'gartenschlauhc', relevant: want('gartenschlauch') },
  { q: 'schokolde', relevant: want('schokolade') },

  // Thing with colour, size, brand or material; unknown words; another order
  { q: 'schwarze damenhose', relevant: want('damenhose', 'schwarz') },
  { q: 'kinderhose 116', relevant: want('kinderhose', '116') },
  { q: 'bratpfanne 28cm', relevant: want('bratpfanne', '28 cm') },
  { q: 'bohrax bohrmaschine', relevant: want('bohrmaschine', 'bohrax') },
  { q: 'eiche schreibtisch', relevant: want('schreibtisch', 'eiche') },
  { q: 'laufschuhe gelb günstig kaufen', relevant: want('laufschuhe', 'gelb') },
  { q: 'kopfhörer kabellos', relevant: want('kopfhoerer', 'kabellos') },

  // Category only, and the last word unfinished
  { q: 'süßwaren', relevant: want('schokolade') },
  { q: 'wollpul', relevant: want('wollpullover') },
  { q: 'waschm', relevant: want('waschmaschine') },

  // SKU and barcode
  { q: 'bs1022', relevant: theOne('BS-1022') },
  { q: '4057229311505', relevant: theOne('BP-1078') },
];
