/** Chooses the language of all samples of the page. It needs no script, and the script remembers it. */
export const LANGUAGE_CHOICE = `<fieldset class="languages">
<legend>Language of the samples</legend>
<input type="radio" name="language" id="bash" checked><label for="bash">curl</label>
<input type="radio" name="language" id="typescript"><label for="typescript">TypeScript</label>
<input type="radio" name="language" id="python"><label for="python">Python</label>
</fieldset>`;
