"""A teacher prints one sheet for the class: in English, in Hebrew, and the same again from its code.

Run it in any folder: it writes primes-en.pdf, primes-he.pdf and large.html there.
"""

import primecards as pc

EXERCISES = [("find-key", 2, 4), ("fits-key", 2, 2), ("arrange-hand", 1, 1)]


def main() -> None:
    sheet = pc.Worksheet.make(EXERCISES, seed="class-4b", title="Keys and series", examples="worked", order="block")
    sheet.write("primes-en.pdf")
    print("For the class:", sheet.code)

    # The code rebuilds the sheet, in the other language as well: the same exercises, from right to left.
    hebrew = pc.Worksheet.from_code(sheet.code, language="he", title="קלפי מפתח וסדרות", school="בית ספר הרצל")
    hebrew.write("primes-he.pdf", answers="none")

    # For the screen, in large print, with the answer key in a file of its own.
    for file in sheet.write("large.html", style="large-print", answers="separate"):
        print("On the screen:", file)

    print("Answers:", *(" ".join(map(str, item.answer.sample)) for item in sheet.items if item.kind == "find-key"))


if __name__ == "__main__":
    main()
