import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stopwords as danishStopWords } from '@orama/stopwords/danish';
import { stopwords as dutchStopWords } from '@orama/stopwords/dutch';
import { stopwords as englishStopWords } from '@orama/stopwords/english';
import { stopwords as finnishStopWords } from '@orama/stopwords/finnish';
import { stopwords as frenchStopWords } from '@orama/stopwords/french';
import { stopwords as germanStopWords } from '@orama/stopwords/german';
import { stopwords as greekStopWords } from '@orama/stopwords/greek';
import { stopwords as hungarianStopWords } from '@orama/stopwords/hungarian';
import { stopwords as italianStopWords } from '@orama/stopwords/italian';
import { stopwords as norwegianStopWords } from '@orama/stopwords/norwegian';
import { stopwords as portugueseStopWords } from '@orama/stopwords/portuguese';
import { stopwords as romanianStopWords } from '@orama/stopwords/romanian';
import { stopwords as russianStopWords } from '@orama/stopwords/russian';
import { stopwords as spanishStopWords } from '@orama/stopwords/spanish';
import { stopwords as swedishStopWords } from '@orama/stopwords/swedish';
import { stopwords as turkishStopWords } from '@orama/stopwords/turkish';
import { fold } from '#core/shared/fold.ts';
import type { Language, Languages } from '#core/shared/languages.ts';
import { stemEnglish } from './english.ts';

const language = (stem: Language['stem'], stopWords: readonly string[]): Language => ({
  stem,
  stopWords: new Set(stopWords.map(fold)),
});

/** Snowball's stemmers, and its lists of frequent words. */
export const languages: Languages = {
  da: language(danish, danishStopWords),
  de: language(german, germanStopWords),
  el: language(greek, greekStopWords),
  en: language(stemEnglish, ['a', ...englishStopWords]),
  es: language(spanish, spanishStopWords),
  fi: language(finnish, finnishStopWords),
  fr: language(french, frenchStopWords),
  hu: language(hungarian, hungarianStopWords),
  it: language(italian, italianStopWords),
  nl: language(dutch, dutchStopWords),
  no: language(norwegian, norwegianStopWords),
  pt: language(portuguese, portugueseStopWords),
  ro: language(romanian, romanianStopWords),
  ru: language(russian, russianStopWords),
  sv: language(swedish, swedishStopWords),
  tr: language(turkish, turkishStopWords),
};
