import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

// a thread of its own, since an estimate takes up to a tenth of a second
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

parentPort?.on('message', (password: string) => parentPort?.postMessage(zxcvbn.check(password).guesses));
