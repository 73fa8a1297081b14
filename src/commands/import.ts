import { runProductFileCommand } from './product-file-command.ts';
import { IMPORT_USAGE, parseImportArguments } from './product-files/arguments.ts';
import { importProducts } from './product-files/import-products.ts';

await runProductFileCommand({ usage: IMPORT_USAGE, parse: parseImportArguments, run: importProducts });
