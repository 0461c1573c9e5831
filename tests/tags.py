"""What a piece of HTML is made of, for tests that nothing in it can run."""

from html.parser import HTMLParser


class Tags(HTMLParser):
    """The tags and attributes of a piece of HTML."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
