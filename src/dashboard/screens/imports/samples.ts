/** A small file of each kind, with the columns that are used most. */
export const SAMPLES = {
  products: [
    'sku,name,price,stock,category,description,attributes.colour',
    'MUG-BLUE,Blue mug,12.90,40,Kitchen > Mugs,Holds 300 ml,blue',
    'MUG-RED,Red mug,12.90,25,Kitchen > Mugs,Holds 300 ml,red',
  ].join('\n'),
  users: [
    'email,first_name,last_name,phone,address.line1,address.postal_code,address.city,address.country',
    'ada@example.com,Ada,Lovelace,+351210000000,Rua Augusta 1,1100-048,Lisboa,PT',
    'grace@example.com,Grace,Hopper,,1 Main Street,10001,New York,US',
  ].join('\n'),
  discounts: [
    'code,name,kind,percent,amount,valid_to',
    'SUMMER10,Summer sale,percent,10,,',
    'MINUS5,Five off,amount,,5,2030-12-31T23:59:59Z',
  ].join('\n'),
  redirects: ['path,target', '/old-mugs,/categories/mugs', '/blog/2019/sale,/'].join('\n'),
};
