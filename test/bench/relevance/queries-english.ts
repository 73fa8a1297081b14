import { theOne, want } from './judge.ts';
import type { JudgedQuery } from './types.ts';

export const english: readonly JudgedQuery[] = [
  // Plurals and singulars
  { q: 'dress', relevant: want('dress') },
  { q: 'dresses', relevant: want('dress') },
  { q: 'watches', relevant: want('watch') },
  { q: 'boxes', relevant: want('storage-box|lunch-box') },
  { q: 'knives', relevant: want('knife') },
  { q: 'cherry', relevant: want('cherries') },
  { q: 'scarves', relevant: want('scarf') },
  { q: 'bookshelves', relevant: want('bookshelf') },
  { q: 'tents', relevant: want('tent') },
  { q: 'candles', relevant: want('candle') },
  { q: 'hinge', relevant: want('hinges') },
  { q: 'espresso cup', relevant: want('espresso-cups') },

  // Possessives and stop words
  { q: 'shirt for men', relevant: want('mens-shirt') },
  { q: 'mens shirts', relevant: want('mens-shirt') },
  { q: "men's linen shirt", relevant: want('mens-shirt', 'linen') },
  { q: 'womens jacket', relevant: want('womens-jacket') },
  { q: 'waterproof jacket for women', relevant: want('womens-jacket', 'waterproof') },
  { q: 'case for iphone 15', relevant: want('iphone-15-case') },
  { q: 'a watch with a leather strap', relevant: want('watch', 'leather') },
  { q: 'storage box with lid', relevant: want('storage-box', 'with lid') },
  { q: 'chefs knife', relevant: want('knife', 'chef s') },

  // Joined and split forms
  { q: 'tshirt', relevant: want('t-shirt') },
  { q: 't shirt black', relevant: want('t-shirt', 'black') },
  { q: 'wifi router', relevant: want('wifi-router') },
  { q: 'wi-fi router', relevant: want('wifi-router') },
  { q: 'ebike', relevant: want('e-bike') },
  { q: 'e bike', relevant: want('e-bike') },
  { q: 'usbc cable', relevant: want('usb-c-cable') },
  { q: 'usb c cable 2m', relevant: want('usb-c-cable', '2 m') },
  { q: 'iphone15 case', relevant: want('iphone-15-case') },
  { q: 'powerbank', relevant: want('power-bank') },
  { q: 'power bank 20000mah', relevant: want('power-bank', '20000 mah') },
  { q: '100ml cream', relevant: want('cream', '100 ml') },
  { q: 'cream 100 ml', relevant: want('cream', '100 ml') },
  { q: 'M8x20', relevant: want('screws', 'm8 x 20') },
  { q: 'screws m8 x 40', relevant: want('screws', 'm8 x 40') },
  { q: '2.5l paint', relevant: want('paint', '2 5 l') },
  { q: 'acdc', relevant: want('acdc-record|ac-dc-adapter') },
  { q: 'acdc record', relevant: want('acdc-record') },
  { q: 'ac dc adapter 12v', relevant: want('ac-dc-adapter', '12 v') },
  { q: 'rainboots', relevant: want('rain-boots') },
  { q: 'wineglasses', relevant: want('wine-glasses') },

  // Other scripts of a letter
  { q: 'smorrebrod board', relevant: want('smorrebrod-board') },
  { q: 'smoerrebroed', relevant: want('smorrebrod-board') },
  { q: 'creme brulee dishes', relevant: want('creme-brulee-dish') },

  // Typos
  { q: 'sunglases', relevant: want('sunglasses') },
  { q: 'headfones', relevant: want('headphones') },
  { q: 'cofee machine', relevant: want('coffee-machine') },
  { q: 'ketle', relevant: want('kettle') },
  { q: 'hedge trimer', relevant: want('hedge-trimmer') },
  { q: 'shampo', relevant: want('shampoo') },

  // Unknown words beside known ones, and words in another order
  { q: 'cheap red dress xxl sale', relevant: want('dress', 'red', 'xxl') },
  { q: 'linen red dress', relevant: want('dress', 'red', 'linen') },
  { q: 'buy yoga mat purple online', relevant: want('yoga-mat', 'purple') },

  // Thing with brand, colour, size, material or model
  { q: 'brewster coffee machine', relevant: want('coffee-machine', 'brewster') },
  { q: 'sonora wireless headphones', relevant: want('headphones', 'sonora', 'wireless') },
  { q: 'sofa grey', relevant: want('sofa', 'grey') },
  { q: 'leather shoes', relevant: want('shoes', 'leather') },
  { q: 'frying pan 28 cm', relevant: want('frying-pan', '28 cm') },
  { q: '4k tv', relevant: want('tv', '4k') },
  { q: 'olive oil 500ml', relevant: want('olive-oil', '500 ml') },
  { q: 'office chair', relevant: want('office-chair') },
  { q: 'couch table', relevant: want('couch-table') },
  { q: 'green tea', relevant: want('green-tea') },
  { q: 'tea towels', relevant: want('tea-towel') },

  // Words that stand in category or attributes only
  { q: 'camping', relevant: want('tent') },
  { q: 'vegan shampoo', relevant: want('shampoo', 'vegan') },

  // The last word unfinished
  { q: 'linen shi', relevant: want('shirt|mens-shirt', 'linen') },
  { q: 'headph', relevant: want('headphones') },
  { q: 'cutting bo', relevant: want('cutting-board') },

  // SKUs and barcodes
  { q: 'WTC-1036', relevant: theOne('WTC-1036') },
  { q: 'ipc15 1106', relevant: theOne('IPC15-1106') },
  { q: '0036345406214', relevant: theOne('AUD-H1043') },
  { q: '36447304371', relevant: theOne('BOX-1092') },
  { q: '04057888803229', relevant: theOne('PAN-1043') },
];
