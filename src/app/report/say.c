#include "report/say.h"

#include "cube/position.h"
#include "report/words_texts.h"

const char *say(unsigned options, const char *text)
{
	static const char *const words[][2] = {WORDS};
	array_foreach(row, words)
		if ((options & READ_FRENCH) != 0 && strcmp((*row)[0], text) == 0)
			return (*row)[1];
	return text;
}

void page_begin(FILE *out, unsigned options, const char *title)
{
	fprintf(
		out,
		"<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\"><title>%s</title>\n<style>\n"
		"body { font-family: sans-serif; display: grid; grid-template-columns: repeat(auto-fill, minmax(24em, 1fr)); gap: 1em }\n"
		"section { border: 1px solid #888; padding: 0 1em; break-inside: avoid; display: flow-root } h2 { font-size: 1em } svg { width: 7em; height: auto; float: right; print-color-adjust: exact }\n"
		"svg[width] { width: 100%%; max-width: 16em; float: none; display: block; margin: auto } ol { padding-left: 1.5em }\n"
		"@page { size: A4; margin: 12mm }\n"
		"@media print { body { grid-template-columns: repeat(3, 1fr); gap: 3mm; margin: 0; font-size: 9pt } section { padding: 0 2mm } svg { width: 18mm } svg[width] { max-width: 44mm; margin-bottom: 2mm } }\n"
		"</style></head><body>\n",
		say(options, "en"), say(options, title));
}
