import { IMPORT_USAGE, parseImportArguments } from '#composition/product-files/arguments.ts';
import { importProducts } from '#composition/product-files/import-products.ts';
import { runProductFileCommand } from './product-file-command.ts';

await runProductFileCommand({ usage: IMPORT_USAGE, parse: parseImportArguments, run: importProducts });
