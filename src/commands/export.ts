import { runProductFileCommand } from './product-file-command.ts';
import { EXPORT_USAGE, parseExportArguments } from './product-files/arguments.ts';
import { exportProducts } from './product-files/export-products.ts';

await runProductFileCommand({ usage: EXPORT_USAGE, parse: parseExportArguments, run: exportProducts });
