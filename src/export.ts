import { EXPORT_USAGE, parseExportArguments } from '#composition/product-files/arguments.ts';
import { exportProducts } from '#composition/product-files/export-products.ts';
import { runProductFileCommand } from './product-file-command.ts';

await runProductFileCommand({ usage: EXPORT_USAGE, parse: parseExportArguments, run: exportProducts });
