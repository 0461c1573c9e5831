/* A player for minelab's arena: single clues, then a covered cell at random.

   cc -O2 -o player examples/player.c
   The protocol is in docs/protocol.md. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rows, cols, mines, report;
static char *view;
static unsigned long long chance;

static char at(int r, int c) {
    return r < 0 || r >= rows || c < 0 || c >= cols ? ' ' : view[r * (cols + 2) + c];
}

static int covered_at(int r, int c) { return at(r, c) == '?'; }
static int mined_at(int r, int c) { return at(r, c) == 'M' || at(r, c) == '*'; }

/* How many cells around are of a kind; the last of them in *y, *x. */
static int count(int r, int c, int (*kind)(int, int), int *y, int *x) {
    int n = 0;
    for (int a = r - 1; a <= r + 1; a++)
        for (int b = c - 1; b <= c + 1; b++)
            if ((a != r || b != c) && kind(a, b)) n++, *y = a, *x = b;
    return n;
}

static int draw(int n) { /* xorshift */
    chance ^= chance << 13, chance ^= chance >> 7, chance ^= chance << 17;
    return (int)(chance % (unsigned long long)n);
}

static void move(void) {
    int left = 0, y = 0, x = 0, none;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            left += covered_at(r, c);
            if (at(r, c) < '0' || at(r, c) > '8') continue;
            int needed = at(r, c) - '0' - count(r, c, mined_at, &none, &none);
            int covered = count(r, c, covered_at, &y, &x);
            if (!covered) continue;
            if (needed == 0) { printf("why single\nopen %d %d\n", y, x); return; }
            if (needed == covered) { printf("why single\nflag %d %d\n", y, x); return; }
        }
    int found = 0, chosen = draw(left);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) found += mined_at(r, c);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            if (covered_at(r, c) && chosen-- == 0) {
                int flag = report && mines - found == left;
                printf("why random\n%s %d %d\n", flag ? "flag" : "open", r, c);
            }
}

int main(void) {
    char line[4096], rules[32];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "minelab ", 8)) {
            printf("name c-example\nready\n");
        } else if (sscanf(line, "game %d %d %d %31s %llu", &rows, &cols, &mines, rules, &chance) == 5) {
            view = realloc(view, (size_t)rows * (size_t)(cols + 2) + 1);
            report = !strcmp(rules, "report");
            chance = chance * 2 + 1; /* never 0 */
            printf("ready\n");
        } else if (!strcmp(line, "view\n")) {
            for (int r = 0; r < rows; r++)
                if (!fgets(view + r * (cols + 2), cols + 2, stdin)) return 1;
        } else if (!strcmp(line, "go\n")) {
            move();
        } else if (!strcmp(line, "quit\n")) {
            return 0;
        }
    }
    return 0;
}
