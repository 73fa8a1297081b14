import { want } from './judge.ts';
import type { JudgedQuery } from './types.ts';

export const world: readonly JudgedQuery[] = [
  // French
  { q: 'robe', relevant: want('robe') },
  { q: 'robes', relevant: want('robe') },
  { q: 'robe rouge', relevant: want('robe', 'rouge') },
  { q: 'robe d’ete', relevant: want('robe', 'd été') },
  { q: 'robe longue en lin', relevant: want('robe', 'longue', 'lin') },
  { q: 'chaussures pour femme', relevant: want('chaussures', 'femme') },
  { q: 'chaussure cuir', relevant: want('chaussures', 'cuir') },
  { q: 'bouilloire electrique', relevant: want('bouilloire', 'électrique') },
  { q: 'bouiloire', relevant: want('bouilloire') },
  { q: 'bouill', relevant: want('bouilloire') },

  // Greek
  { q: 'παπούτσια', relevant: want('papoutsia') },
  { q: 'παπουτσια', relevant: want('papoutsia') },
  { q: 'ΠΑΠΟΥΤΣΙΑ ΜΑΥΡΑ', relevant: want('papoutsia', 'μαύρα') },
  { q: 'φόρεμα', relevant: want('forema') },
  { q: 'φορέματα', relevant: want('forema') },
  { q: 'φορεμα κοκκινο', relevant: want('forema', 'κόκκινο') },
  { q: 'γυναικεία παπ', relevant: want('papoutsia', 'γυναικεία') },

  // Japanese
  { q: 'ワンピース', relevant: want('wanpisu') },
  { q: 'ﾜﾝﾋﾟｰｽ', relevant: want('wanpisu') },
  { q: 'ワンピース 赤', relevant: want('wanpisu', '赤') },
  { q: '日本茶', relevant: want('nihoncha') },
  { q: '煎茶', relevant: want('nihoncha', '煎茶') },
  { q: 'コップ', relevant: want('koppu') },
  { q: 'ガラス コップ', relevant: want('koppu') },
  { q: 'ガラスのコップ 300ml', relevant: want('koppu', '300ml') },
];
